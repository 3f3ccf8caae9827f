import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { supportsSubstringSearch } from '../../ens/search-text.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import {
  creationScan,
  filteredScan,
  type KeysetScan,
  maxNameRows,
  maxRecordRows,
  type NameListing,
  type NameScan,
  type SortKey,
} from './creation.ts'
import { hasAnyTag, hasClaimState, mayHaveRecord, visibleDomains } from './filter.ts'
import { holderScan } from './holders.ts'
import { isInRange, labelMatches, prefixRange } from './name-pattern.ts'
import { subnameCountOf } from './order.ts'
import { searchesTexts, taggedScan, wordsScan } from './owner-scans.ts'

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
function labelScan(db: Queryable, listing: NameListing): KeysetScan {
  return scanOfRange(db, listing, { from: '' })
}

function exactLabelScan(db: Queryable, listing: NameListing, text: string): KeysetScan {
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
function labelPrefixScan(db: Queryable, listing: NameListing, text: string): KeysetScan {
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
  const { withoutIndex, filterInOrder, scanRows } = dialectOf(db)
  const order = sql`subnames.label, subnames.domain_key`
  const isBelow = sql`${withoutIndex(sql`subnames.domain_key`)} = ${listing.domain.key}`
  const maxRows = windowRows(listing)
  return {
    select: ({ after = range.from, end, limit, maxRows: rows = maxRows }) => sql`
      select subnames.key, subnames.label as "sortKey" from ${filterInOrder({
        table: sql`subnames`,
        range: sql`${isBehind(label, range, after)} and ${isUpTo(end)}`,
        order,
        condition: sql`${isBelow} and ${rowCondition(db, listing)}`,
        maxRows: rows,
      })}
      order by ${order} limit ${limit}
    `,
    window: {
      maxRows,
      selectEnd: (after = range.from, rows) => sql`
        select subnames.label as "sortKey" from subnames where ${isBehind(label, range, after)}
        order by ${order} limit 1 offset ${scanRows(rows - 1)}
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

function rowCondition(db: Queryable, { isClaimed, has, tag }: NameListing): RawBuilder<SqlBool> {
  const conditions = [
    hasClaimState({ isClaimed }),
    ...(has === undefined ? [] : [mayHaveRecord(db, has)]),
    ...(tag === undefined ? [] : [hasAnyTag(db, [tag])]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

/**
 * Labels that contain a text of three characters or more, but do not begin with it, newest first: frequent texts occur
 * among the newest names, and only rare ones need the trigram index. `maxMatches`: see `NameSearch`.
 */
async function labelSubstringScan(
  db: Queryable,
  { domain, isClaimed, has, tag }: NameListing,
  text: string,
  maxMatches?: number,
): Promise<KeysetScan> {
  const dialect = dialectOf(db)
  const { chainId, key: domainKey } = domain
  const pattern = labelMatches(dialect, text)
  const conditions = [
    sql`${pattern} and not (${isInRange(sql`subnames.label`, prefixRange(text))})`,
    ...(has === undefined ? [] : [mayHaveRecord(db, has)]),
    ...(tag === undefined ? [] : [hasAnyTag(db, [tag])]),
  ]
  const condition = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const newestFirst: NameListing = { domain, isClaimed, has, order: 'newest' }
  if (subnameCountOf(domain, { isClaimed }) <= maxNameRows) return filteredScan(db, newestFirst, condition)
  const found = await dialect.findNames(db, { chainId, text, pattern, candidateCount: undefined, maxMatches })
  if (!found) return filteredScan(db, newestFirst, condition)
  const isBelow = sql`${dialect.withoutIndex(sql`subnames.domain_key`)} = ${domainKey}`
  return {
    select: ({ after, limit }) => sql`
      with matching as materialized (
        select subnames.key from subnames
        where ${anyKeyOf(db, sql`subnames.key`, found)} and ${isBelow} and ${hasClaimState({ isClaimed })} and ${condition}
          and ${after === undefined ? sql`true` : sql`subnames.key < ${after}`}
      )
      select key, key as "sortKey" from matching order by key desc limit ${limit}
    `,
  }
}

/** The label itself, its beginning, another part of it, the holder, a tag, a text. */
export const ranks = { exact: 0, beginning: 1, part: 2, holder: 3, tag: 4, text: 5 } as const

interface RankedScan {
  /** Of `ranks`; of a listing without a search `part`. */
  readonly rank: number
  /** `maxMatches`: see `NameSearch`. */
  readonly open: (db: Queryable, maxMatches?: number) => NameScan | Promise<NameScan>
}

/**
 * The scans of a listing, in its order; no name is in two. A search has the label itself, labels that begin with the text, by label,
 * labels that contain it elsewhere, newest first, then names of the holders, those with a tag, and those with a text, newest first
 * each. None if the domain is blocked or deleted.
 */
export function rankedScans(listing: NameListing): readonly RankedScan[] {
  const { domain, search: text, holder, tagged, words, order } = listing
  if (visibleDomains({ chainId: domain.chainId, domains: [domain] })?.length === 0) return []
  if (text === undefined && holder === undefined && tagged === undefined && words === undefined)
    return [
      {
        rank: ranks.part,
        open: (db) => (order === 'label' ? labelScan(db, listing) : creationScan(db, listing)),
      },
    ]
  const ofLabels: readonly RankedScan[] =
    text === undefined
      ? []
      : [
          { rank: ranks.exact, open: (db) => exactLabelScan(db, listing, text) },
          { rank: ranks.beginning, open: (db) => labelPrefixScan(db, listing, text) },
          { rank: ranks.part, open: (db, maxMatches) => labelSubstringScan(db, listing, text, maxMatches) },
        ]
  return [
    ...ofLabels.filter(({ rank }) => rank !== ranks.part || supportsSubstringSearch(text ?? '')),
    ...(holder === undefined
      ? []
      : [{ rank: ranks.holder, open: (db: Queryable) => holderScan(db, listing, holder) }]),
    ...(tagged === undefined || tagged.length === 0
      ? []
      : [{ rank: ranks.tag, open: (db: Queryable) => taggedScan(db, listing, tagged) }]),
    ...(searchesTexts(words)
      ? [{ rank: ranks.text, open: (db: Queryable) => wordsScan(db, listing, words) }]
      : []),
  ]
}
