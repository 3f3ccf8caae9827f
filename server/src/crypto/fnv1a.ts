const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/** FNV-1a of 32 bits, signed, of part of the bytes. `seed`: in place of the offset basis. Not for keys that others must not guess. */
export function fnv1a(bytes: Uint8Array, seed = offsetBasis, start = 0, end = bytes.length): number {
  let hash = seed
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime)
  return hash | 0
}
