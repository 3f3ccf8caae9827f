import unhomoglyph from 'unhomoglyph'

/** They have no weight of their own: `pay-pal` looks like `paypal`. */
const separators = /[-_'’]/g

const ascii = /^[a-z0-9_-]*$/

/**
 * The skeleton of a normalized label (UTS 39 §4), without separators. Labels that look alike have one skeleton, in
 * which they cannot be read.
 */
export function skeletonOf(label: string): string {
  const skeleton = ascii.test(label) ? foldAscii(label) : foldHomoglyphs(foldHomoglyphs(label))
  return skeleton.replace(separators, '') || skeleton
}

/** `foldHomoglyphs` of most labels, faster. */
function foldAscii(label: string): string {
  return label.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('m', 'rn')
}

/** Prototypes may be upper-case, which labels are not: the second pass folds those. */
function foldHomoglyphs(text: string): string {
  return unhomoglyph(text.normalize('NFD')).toLowerCase().normalize('NFD')
}

/** What a letter looks like (UTS 39 §4), in lower case: `a` for the Cyrillic one. */
export function prototypeOf(letter: string): string {
  return unhomoglyph(letter).toLowerCase()
}

/** FNV-1a as a signed 32-bit integer, which takes 4 bytes in an index: equal hashes are compared as skeletons. */
export function hashSkeleton(skeleton: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(skeleton)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash | 0
}
