import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Shorter texts have no trigram; they are looked for at the start of names. */
const trigramLength = 3

/** No name needs more to be told from others; the pattern decides about the rest of a longer text. */
const maxTrigrams = 60

/** The different runs of three characters (code points) of a text; none when it is shorter. */
export const trigramsOf = (text: string): readonly string[] => {
  const characters = [...text]
  const runs = characters
    .slice(0, maxTrigrams)
    .map((_, index) => characters.slice(index, index + trigramLength).join(''))
    .filter((run) => [...run].length === trigramLength)
  return [...new Set(runs)]
}

/** The condition that decides whether a name is found by `text`, as `SubnameFilter` says. No index is needed for it. */
export const nameIsLike = (text: string): RawBuilder<SqlBool> => {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const pattern = [...text].length < trigramLength ? `${escaped}%` : `%${escaped}%`
  return sql<SqlBool>`subnames.name like ${pattern} escape '\\'`
}

/** Whether a text is found in the domain itself and so in every name below it. */
export const everyNameContains = (domain: string, text: string): boolean =>
  [...text].length >= trigramLength && `.${domain}`.includes(text)
