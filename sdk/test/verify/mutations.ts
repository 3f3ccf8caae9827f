import fc from 'fast-check'
import { type Hex, hexToBytes, toHex } from 'viem'

type Change = (bytes: Uint8Array, at: number, value: number) => Uint8Array

const changes: readonly Change[] = [
  (bytes, at, value) => bytes.with(at, (bytes[at] ?? 0) ^ (1 << (value % 8))),
  (bytes, at, value) => bytes.with(at, ((bytes[at] ?? 0) + 1 + (value % 255)) % 256),
  (bytes, at) => bytes.slice(0, at),
  (bytes, at, value) => Uint8Array.of(...bytes.slice(0, at), value, ...bytes.slice(at)),
  (bytes, at) => Uint8Array.of(...bytes.slice(0, at), ...bytes.slice(at + 1)),
  (bytes, at, value) => {
    const other = value % bytes.length
    return bytes.with(at, bytes[other] ?? 0).with(other, bytes[at] ?? 0)
  },
  (bytes, _at, value) => Uint8Array.of(...bytes, value),
]

/** Other bytes than these: a bit or a byte changed, cut, put in, left out, exchanged or added. */
export function mutationsOf(original: Hex): fc.Arbitrary<Hex> {
  const bytes = hexToBytes(original)
  return fc
    .tuple(fc.constantFrom(...changes), fc.nat(bytes.length - 1), fc.nat(255))
    .map(([change, at, value]) => toHex(change(bytes, at, value)))
    .filter((mutated) => mutated !== toHex(bytes))
}
