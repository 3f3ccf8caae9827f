import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

/** Words that the dataset refuses for a part. */
const innocent = [
  ...['dickson', 'fukuoka', 'mishit', 'penistone', 'pussycat', 'pussywillow', 'rapeseed', 'shiitake'],
  ...['vandyke'],
]

/** Knows digits for letters, doubled letters, and English words that contain a profane one. */
const { blacklistedTerms, whitelistedTerms } = englishDataset.build()
const matcher = new RegExpMatcher({
  blacklistedTerms,
  whitelistedTerms: [...(whitelistedTerms ?? []), ...innocent],
  ...englishRecommendedTransformers,
})

/** Single letters between separators: `f-u-c-k`. */
const spelledOut = /(?<![^-_])([^-_])[-_](?=[^-_](?:[-_]|$))/gu

export function isProfane(label: string): boolean {
  const joined = label.replace(spelledOut, '$1')
  return matcher.hasMatch(label) || (joined !== label && matcher.hasMatch(joined))
}
