import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

/** Knows digits for letters, doubled letters, and English words that contain a profane one. */
const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** Single letters between separators: `f-u-c-k`. */
const spelledOut = /(?<![^-_])([^-_])[-_](?=[^-_](?:[-_]|$))/gu

export function isProfane(label: string): boolean {
  const joined = label.replace(spelledOut, '$1')
  return matcher.hasMatch(label) || (joined !== label && matcher.hasMatch(joined))
}
