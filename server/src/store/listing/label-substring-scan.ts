import { type SqlBool, sql } from 'kysely'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { filteredScan, maxNameRows } from './creation-scan.ts'
import { hasClaimState } from './filter.ts'
import type { KeysetScan, NameListing } from './keyset-scan.ts'
import { isInRange, labelMatches, prefixRange } from './name-pattern.ts'
import { subnameCountOf } from './paging.ts'
import { mayHaveRecord } from './record-filter.ts'

/**
 * Labels that contain a text of three characters or more, but do not begin with it, newest first: frequent texts occur
 * among the newest names, and only rare ones need the trigram index. `maxMatches`: see `NameSearch`.
 */
export async function labelSubstringScan(
  db: Queryable,
  { domain, isClaimed, has }: NameListing,
  text: string,
  maxMatches?: number,
): Promise<KeysetScan> {
  const dialect = dialectOf(db)
  const { chainId, key: domainKey } = domain
  const pattern = labelMatches(dialect, text)
  const conditions = [
    sql`${pattern} and not (${isInRange(sql`subnames.label`, prefixRange(text))})`,
    ...(has === undefined ? [] : [mayHaveRecord(db, has)]),
  ]
  const condition = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const newestFirst: NameListing = { domain, isClaimed, has, order: 'newest' }
  if (subnameCountOf(domain, { isClaimed }) <= maxNameRows) return filteredScan(db, newestFirst, condition)
  const match = await dialect.matchName(db, { chainId, text, pattern, candidateCount: undefined, maxMatches })
  if (!match.isSelective) return filteredScan(db, newestFirst, condition)
  const isBelow = sql`${dialect.withoutIndex(sql`subnames.domain_key`)} = ${domainKey}`
  return {
    select: ({ after, limit }) => sql`
      with matching as materialized (
        select subnames.key from subnames
        where ${match.condition} and ${isBelow} and ${hasClaimState({ isClaimed })} and ${condition}
          and ${after === undefined ? sql`true` : sql`subnames.key < ${after}`}
      )
      select key, key as "sortKey" from matching order by key desc limit ${limit}
    `,
  }
}
