import { sql } from 'kysely'
import type { Hex } from 'viem'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'

/** A domain in use whose contract has trees of seals. */
export interface SealedDomain {
  readonly name: string
  readonly chainId: number
  /** As `Resolver.sealTrees`. */
  readonly sealTrees: string
}

export function selectSealedDomains(
  db: Queryable,
  { limit }: { readonly limit: number },
): Promise<readonly SealedDomain[]> {
  return db
    .selectFrom('resolvers')
    .innerJoin('domains', 'domains.resolverId', 'resolvers.id')
    .select(['domains.name', 'domains.chainId', 'resolvers.sealTrees'])
    .where('resolvers.sealTrees', '!=', '')
    .where('domains.deletedAt', 'is', null)
    .orderBy('domains.key')
    .limit(limit)
    .execute()
}

/** How many names each of the trees has, by its root; without those that are not stored. */
export async function findStoredTrees(
  db: Queryable,
  roots: readonly Hex[],
): Promise<ReadonlyMap<Hex, number>> {
  if (roots.length === 0) return new Map()
  const rows = await db
    .selectFrom('sealTrees')
    .select(['root', 'names'])
    .where(dialectOf(db).anyOf(sql.ref('root'), [...new Set(roots)]))
    .execute()
  return new Map(rows.map(({ root, names }) => [root, names]))
}

/** Names in the storage of the contract of a resolver; at most `most` are counted. */
export async function countStoredSeals(
  db: Queryable,
  { resolverId, most }: { readonly resolverId: string; readonly most: number },
): Promise<number> {
  const seals = db
    .selectFrom('seals')
    .select('node')
    .where('resolverId', '=', resolverId)
    .where('kind', '!=', 'open')
    .limit(most)
    .as('known')
  const { total } = await db
    .selectFrom(seals)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

interface SetsOfDomain {
  readonly domainKey: number
  /** Unix seconds. */
  readonly now: number
  readonly soon: number
  /** At most so many are looked at. */
  readonly most: number
}

/** The sets of a domain that were looked at, with the labels of the first few that have ended or end soon. */
export async function summarizeSets(db: Queryable, { domainKey, now, soon, most }: SetsOfDomain) {
  const sets = db
    .selectFrom('sealedSets')
    .innerJoin('subnames', 'subnames.key', 'sealedSets.subnameKey')
    .select(['subnames.label', 'sealedSets.validUntil'])
    .where('subnames.domainKey', '=', domainKey)
    .limit(most)
    .as('sets')
  const counts = await db
    .selectFrom(sets)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number | null>`sum(case when valid_until <= ${now} then 1 else 0 end)`.as('ended'))
    .select(
      sql<number | null>`sum(case when valid_until > ${now} and valid_until <= ${soon} then 1 else 0 end)`.as(
        'ending',
      ),
    )
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom(sets)
    .select('label')
    .where('validUntil', '<=', soon)
    .orderBy('validUntil')
    .limit(3)
    .execute()
  return {
    total: Number(counts.total),
    ended: Number(counts.ended ?? 0),
    ending: Number(counts.ending ?? 0),
    labels: first.map(({ label }) => label),
  }
}

/** Some sets of a domain that end later, by the keys of their names. */
export async function selectSetKeys(
  db: Queryable,
  { domainKey, now, most }: Pick<SetsOfDomain, 'domainKey' | 'now' | 'most'>,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('sealedSets')
    .innerJoin('subnames', 'subnames.key', 'sealedSets.subnameKey')
    .select('sealedSets.subnameKey')
    .where('subnames.domainKey', '=', domainKey)
    .where('sealedSets.validUntil', '>', now)
    .limit(most)
    .execute()
  return rows.map(({ subnameKey }) => subnameKey)
}

/** With their labels. */
export function selectSets(
  db: Queryable,
  keys: readonly number[],
): Promise<readonly { readonly label: string; readonly response: Hex }[]> {
  return db
    .selectFrom('sealedSets')
    .innerJoin('subnames', 'subnames.key', 'sealedSets.subnameKey')
    .select(['subnames.label', 'sealedSets.response'])
    .where('sealedSets.subnameKey', 'in', [...keys])
    .execute()
}
