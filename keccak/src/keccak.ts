import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak256 } from './wasm-keccak.ts'

/**
 * The Keccak-256 of any bytes: 32 bytes, which are the caller's. It is padded differently from SHA3-256. Synchronous;
 * in JavaScript, which takes some twelve times as long, where WebAssembly is not available.
 */
export const keccak256: (bytes: Uint8Array) => Uint8Array = createKeccak256() ?? keccak_256
