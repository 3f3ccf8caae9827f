/** Characters as people count them. A shorter label is not split. */
const minSplitLength = 16
const endLength = 5

/** Letters that join with their neighbours, which a split would part. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}]/u

/** A label as the part that may be cut, and the end that stays; empty: nothing stays. */
export function splitLabel(label: string): readonly [start: string, end: string] {
  const characters = Array.from(new Intl.Segmenter().segment(label), ({ segment }) => segment)
  if (characters.length < minSplitLength || joining.test(label)) return [label, '']
  return [characters.slice(0, -endLength).join(''), characters.slice(-endLength).join('')]
}
