import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import type { HolderRange } from '../../ens/search-text.ts'
import { hexToBytes } from '../driver/columns.ts'
import { keyBounds } from '../driver/index-range.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { filteredScan, type KeysetScan, maxNameRows, type NameListing } from './creation.ts'
import { hasAnyTag, hasClaimState, mayHaveRecord } from './filter.ts'
import { labelMatches } from './name-pattern.ts'
import { subnameCountOf } from './order.ts'

/** Names of one holder that are sorted for each page; those of a holder with more are found among the newest of the domain. */
const maxSortedNames = 5000

/** Hexadecimal digits in the index, fewer than any search has. */
const indexedDigits = 3

/** Without an index. */
export function isHeldIn({ first, last }: HolderRange): RawBuilder<SqlBool> {
  return sql`subnames.holder between ${hexToBytes(first)} and ${hexToBytes(last)}`
}

/** Of the index: one holder's names, and those of one in 4,096 others. */
export function startsLikeHolder(db: Queryable, holder: Hex): RawBuilder<SqlBool> {
  return sql`${dialectOf(db).holderStart(sql`subnames.holder`)} = ${startOf(holder)}`
}

function startOf(holder: Hex): string {
  return holder.slice(2, 2 + indexedDigits)
}

/** Names of the holders whose labels the search of the listing does not match, newest first. */
export async function holderScan(
  db: Queryable,
  { domain, isClaimed, has, search, tag }: NameListing,
  holder: HolderRange,
): Promise<KeysetScan> {
  const dialect = dialectOf(db)
  const conditions = [
    isHeldIn(holder),
    ...(search === undefined ? [] : [sql`not (${labelMatches(dialect, search)})`]),
    ...(has === undefined ? [] : [mayHaveRecord(db, has)]),
    ...(tag === undefined ? [] : [hasAnyTag(db, [tag])]),
  ]
  const condition = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const newestFirst: NameListing = { domain, isClaimed, has, order: 'newest' }
  if (subnameCountOf(domain, { isClaimed }) <= maxNameRows) return filteredScan(db, newestFirst, condition)
  const { condition: isIndexed } = dialect.scanIndex({
    first: [[dialect.holderStart(sql`subnames.holder`), sql`${startOf(holder.last)}`]],
    next: sql`subnames.domain_key`,
    direction: 'asc',
    after: sql`${domain.key - 1}`,
    end: sql`${domain.key}`,
    bounds: keyBounds,
  })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from subnames where ${isIndexed} and ${isHeldIn(holder)} limit ${maxSortedNames + 1}
    ) as held
  `.execute(db)
  if (Number(rows[0]?.count ?? 0) > maxSortedNames) return filteredScan(db, newestFirst, condition)
  return {
    select: ({ after, limit }) => sql`
      with matching as materialized (
        select subnames.key from subnames
        where ${isIndexed} and ${condition} and ${hasClaimState({ isClaimed })}
          and ${after === undefined ? sql`true` : sql`${dialect.withoutIndex(sql`subnames.key`)} < ${after}`}
      )
      select key, key as "sortKey" from matching order by key desc limit ${limit}
    `,
  }
}
