import { keccak_256 } from '@noble/hashes/sha3.js'

/** 32 bytes; padded differently from SHA-3. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/** In WebAssembly; where that is not available in JavaScript, which takes fifteen times as long. */
export async function loadKeccak256(): Promise<Keccak256> {
  const { createKeccak256 } = await import('./wasm-keccak.ts')
  return createKeccak256() ?? keccak_256
}

export const keccak256: Keccak256 = await loadKeccak256()
