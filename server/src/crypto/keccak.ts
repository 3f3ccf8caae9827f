import { keccak_256 } from '@noble/hashes/sha3.js'
import { blocksAt, keccakModule, maxBlocks, rate, stateAt } from './keccak-module.ts'

/** 32 bytes; padded differently from SHA-3. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

const stateBytes = 200
const hashBytes = 32
const maxBytes = maxBlocks * rate

/** What the module exports. */
interface KeccakExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly run: (blocks: number) => void
}

/** The part of the global, which the types of Node leave out, that is used here. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: KeccakExports }
}

function instantiate(): KeccakExports | null {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyGlobal }
  try {
    return WebAssembly ? new WebAssembly.Instance(new WebAssembly.Module(keccakModule())).exports : null
  } catch {
    return null
  }
}

/** In WebAssembly; where that is not available in JavaScript, which takes fifteen times as long. */
export function createKeccak256(): Keccak256 {
  const exports = instantiate()
  if (!exports) return keccak_256
  const { memory, run } = exports
  const bytes = new Uint8Array(memory.buffer)
  const state = bytes.subarray(stateAt, stateAt + stateBytes)
  const hash = bytes.subarray(stateAt, stateAt + hashBytes)
  const absorbLast = (rest: Uint8Array) => {
    const blocks = Math.floor(rest.length / rate) + 1
    const endAt = blocksAt + rest.length
    const lastAt = blocksAt + blocks * rate - 1
    bytes.set(rest, blocksAt)
    bytes.fill(0, endAt, lastAt + 1)
    bytes[endAt] = 0x01
    bytes[lastAt] = (bytes[lastAt] ?? 0) | 0x80
    run(blocks)
  }
  return (input) => {
    state.fill(0)
    let at = 0
    for (; input.length - at >= maxBytes; at += maxBytes) {
      bytes.set(input.subarray(at, at + maxBytes), blocksAt)
      run(maxBlocks)
    }
    absorbLast(at === 0 ? input : input.subarray(at))
    return hash.slice()
  }
}

export const keccak256: Keccak256 = createKeccak256()
