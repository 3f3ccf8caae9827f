import { bytesToHex, type Hex, hexToBytes } from 'viem'

/** A generator of numbers from 0 to below a bound; the same for the same seed (xorshift, 32 bits). */
export type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = seed || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

type Change = (bytes: number[], at: number, random: Random) => void

/** What goes wrong with bytes on their way, or is done to them. */
const changes: readonly Change[] = [
  (bytes, at, random) => (bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))),
  (bytes, at, random) => (bytes[at] = random(256)),
  (bytes, at) => bytes.splice(at),
  (bytes, at, random) => bytes.splice(at, 1 + random(40)),
  (bytes, at, random) => bytes.splice(at, 0, ...Array.from({ length: 1 + random(40) }, () => random(256))),
  (bytes, at, random) => bytes.splice(at, 0, ...bytes.slice(at, at + 1 + random(100))),
  (bytes, at, random) => bytes.push(...bytes.splice(at, 1 + random(64))),
  // A word, as the encoding of calls has it.
  (bytes, at) => bytes.fill(0, at - (at % 32), at - (at % 32) + 32),
  (bytes, at) => bytes.fill(255, at - (at % 32), at - (at % 32) + 32),
  (bytes, at, random) => (bytes[at | 31] = random(256)),
]

/** One to three changes at any place. */
export function mutantOf(hex: Hex, random: Random): Hex {
  const bytes = [...hexToBytes(hex)]
  for (let count = 1 + random(3); count > 0; count--)
    changes[random(changes.length)]?.(bytes, random(Math.max(1, bytes.length)), random)
  return bytesToHex(Uint8Array.from(bytes.slice(0, hexToBytes(hex).length + 400)))
}
