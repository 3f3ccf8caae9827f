import { blocksAt, keccakModule, maxBlocks, rate, stateAt } from './keccak-module.ts'

const stateBytes = 200
const hashBytes = 32
const maxBytes = maxBlocks * rate

/** What the module exports. */
interface KeccakExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly run: (blocks: number) => void
}

/** The part of the global that is used here. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: KeccakExports }
}

/** Safe: the types of Node leave it out, and those of browsers do not know what the module exports. */
function webAssembly() {
  return (globalThis as unknown as { readonly WebAssembly?: WebAssemblyGlobal }).WebAssembly
}

function instantiate(): KeccakExports | null {
  const api = webAssembly()
  try {
    return api ? new api.Instance(new api.Module(keccakModule())).exports : null
  } catch {
    return null
  }
}

/** Pads by the rule of Keccak (a bit, zeros, a bit). `null` where WebAssembly is not available. */
export function createKeccak256(): ((bytes: Uint8Array) => Uint8Array) | null {
  const exports = instantiate()
  if (!exports) return null
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
