import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { maxNameRows, maxRecordRows } from './creation-scan.ts'
import { hasClaimState } from './filter.ts'
import type { KeysetScan, NameListing, SortKey } from './keyset-scan.ts'
import { prefixRange } from './name-pattern.ts'
import { subnameCountOf } from './paging.ts'
import { mayHaveRecord } from './record-filter.ts'

/** Up to this many, the names of a domain are sorted for each page: among those of others they may be far apart. */
const maxSortedNames = 5000

/** Labels of all domains that one page reads from the index. */
const maxLabelRows = 20_000

const label = sql<string>`subnames.label`

interface LabelRange {
  readonly from: string
  /** Exclusive; absent: all labels behind. */
  readonly to?: string | undefined
}

/** All names of a domain in the order of their labels. */
export function labelScan(db: Queryable, listing: NameListing): KeysetScan {
  return scanOfRange(db, listing, { from: '' })
}

export function exactLabelScan(db: Queryable, listing: NameListing, text: string): KeysetScan {
  const { domain } = listing
  return {
    select: ({ after = '', limit }) => sql`
      select subnames.key, subnames.label as "sortKey" from subnames
      where ${label} = ${text} and ${label} > ${after} and subnames.domain_key = ${domain.key}
        and ${rowCondition(db, listing)} limit ${limit}
    `,
  }
}

/** Without the text itself. */
export function labelPrefixScan(db: Queryable, listing: NameListing, text: string): KeysetScan {
  const [, to] = prefixRange(text)
  return scanOfRange(db, listing, { from: text, to })
}

function isSmall({ domain, isClaimed }: NameListing): boolean {
  return subnameCountOf(domain, { isClaimed }) <= maxSortedNames
}

function scanOfRange(db: Queryable, listing: NameListing, range: LabelRange): KeysetScan {
  return isSmall(listing) ? sortedScan(db, listing, range) : indexScan(db, listing, range)
}

function isOfDomain({ domain, isClaimed }: NameListing): RawBuilder<SqlBool> {
  const states = isClaimed === undefined ? sql`0, 1` : sql.lit(isClaimed ? 1 : 0)
  return sql`subnames.domain_key = ${domain.key} and subnames.is_claimed in (${states})`
}

/** Reads the names of the domain, and sorts them. */
function sortedScan(db: Queryable, listing: NameListing, { from, to }: LabelRange): KeysetScan {
  const column = dialectOf(db).withoutIndex(label)
  return {
    select: ({ after = from, limit }) => sql`
      with matching as materialized (
        select subnames.key, subnames.label from subnames
        where ${isOfDomain(listing)} and ${isBehind(column, { from, to }, after)} and ${rowCondition(db, listing)}
      )
      select key, label as "sortKey" from matching order by label limit ${limit}
    `,
  }
}

/** Reads the unique index of labels, which has those of other domains in between. */
function indexScan(db: Queryable, listing: NameListing, range: LabelRange): KeysetScan {
  const domainKey = dialectOf(db).withoutIndex(sql`subnames.domain_key`)
  return {
    select: ({ after = range.from, end, limit }) => sql`
      select subnames.key, subnames.label as "sortKey" from subnames
      where ${domainKey} = ${listing.domain.key} and ${isBehind(label, range, after)} and ${isUpTo(end)}
        and ${rowCondition(db, listing)}
      order by subnames.label limit ${limit}
    `,
    window: {
      maxRows: windowRows(listing),
      selectEnd: (after = range.from, rows) => sql`
        select subnames.label as "sortKey" from subnames where ${isBehind(label, range, after)}
        order by subnames.label, subnames.domain_key limit 1 offset ${rows - 1}
      `,
    },
  }
}

function windowRows({ isClaimed, has }: NameListing): number {
  if (has !== undefined && has.kind !== 'address') return maxRecordRows
  return isClaimed === undefined && has === undefined ? maxLabelRows : maxNameRows
}

function isBehind(
  column: RawBuilder<unknown>,
  { from, to }: LabelRange,
  after: SortKey,
): RawBuilder<SqlBool> {
  const last = to === undefined ? sql`true` : sql`${column} < ${to}`
  return after === from
    ? sql`${column} > ${from} and ${last}`
    : sql`${column} > ${after} and ${column} > ${from} and ${last}`
}

function isUpTo(end: SortKey | RawBuilder<unknown> | undefined): RawBuilder<SqlBool> {
  if (end === undefined) return sql`true`
  if (typeof end !== 'object') return sql`${label} <= ${end}`
  const [, last] = prefixRange('')
  return sql`${label} <= coalesce((${end}), ${last})`
}

function rowCondition(db: Queryable, { isClaimed, has }: NameListing): RawBuilder<SqlBool> {
  return has === undefined
    ? hasClaimState({ isClaimed })
    : sql`${hasClaimState({ isClaimed })} and ${mayHaveRecord(db, has)}`
}
