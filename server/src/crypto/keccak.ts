import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak } from 'hash-wasm'

/** Computes Keccak-256: 32 bytes; Ethereum's hash, whose padding differs from SHA-3. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/** WebAssembly hashes short inputs about six times as fast as JavaScript; some runtimes forbid it. */
async function loadWebAssembly(): Promise<Keccak256 | null> {
  try {
    const hasher = await createKeccak(256)
    return (bytes) => hasher.init().update(bytes).digest('binary')
  } catch {
    return null
  }
}

export const keccak256: Keccak256 = (await loadWebAssembly()) ?? keccak_256
