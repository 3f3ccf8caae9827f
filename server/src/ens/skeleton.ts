import unhomoglyph from 'unhomoglyph'

/** They have no weight of their own: `pay-pal` looks like `paypal`. */
const separators = /[-_'’]/g

/**
 * The skeleton of a normalized label (UTS 39 §4), without separators. Two labels that look alike have one skeleton.
 */
export function skeletonOf(label: string): string {
  const skeleton = foldHomoglyphs(foldHomoglyphs(label))
  return skeleton.replace(separators, '') || skeleton
}

/** Prototypes may be upper-case, which labels are not: the second pass folds those. */
function foldHomoglyphs(text: string): string {
  return unhomoglyph(text.normalize('NFD')).toLowerCase().normalize('NFD')
}

/** FNV-1a as a signed 32-bit integer, which takes 4 bytes in an index: equal hashes are compared as skeletons. */
export function hashSkeleton(skeleton: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(skeleton)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash | 0
}
