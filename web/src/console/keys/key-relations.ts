import { type ApiKey, stateOf } from './queries.ts'

type Key = Pick<ApiKey, 'id' | 'name' | 'prefix' | 'createdAt' | 'expiresAt' | 'revokedAt'>

/** A replaced key goes on for a week at most. */
const maxOverlapMs = 7 * 86_400_000

/** New keys by the id of the one that each replaces: of one name, the next one, with which the old one began to end. */
export function replacementsOf<Kind extends Key>(keys: readonly Kind[]): ReadonlyMap<string, Kind> {
  const oldestFirst = keys.toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
  return new Map(
    oldestFirst.flatMap((key, index) => {
      const next = oldestFirst.slice(index + 1).find(({ name }) => name === key.name)
      return next && endsWith(key, next) ? [[key.id, next] as const] : []
    }),
  )
}

function endsWith({ expiresAt }: Key, { createdAt }: Key): boolean {
  if (expiresAt === null) return false
  const overlapMs = Date.parse(expiresAt) - Date.parse(createdAt)
  return overlapMs >= -1000 && overlapMs <= maxOverlapMs
}

/** What is left when a key goes: no other one, or only such that end, the last of them then; undefined: another lasts. */
export function loneliness(keys: readonly Key[], id: string): { readonly until: string | null } | undefined {
  const others = keys.filter((key) => key.id !== id && stateOf(key) === 'valid')
  const ends = others.map(({ expiresAt }) => expiresAt)
  if (ends.includes(null)) return undefined
  return { until: ends.toSorted().at(-1) ?? null }
}
