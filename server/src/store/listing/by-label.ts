import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import { ethCoinType } from '../../ens/coin-types.ts'
import { supportsSubstringSearch } from '../../ens/search-text.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { hexToBytes } from '../driver/columns.ts'
import { anyKeyOf, dialectOf, type FilteredScan } from '../driver/sql-dialect.ts'
import { addressHash } from '../entities/address-index.ts'
import type { Queryable } from '../tables.ts'
import { maxPassedNames, visibleDomains } from './filter.ts'
import { startsLikeHolder } from './holders.ts'
import { isInRange, prefixRange } from './name-pattern.ts'
import type { FoundKeys } from './name-search.ts'
import { sumSubnameCounts } from './order.ts'
import { readSubnames, storedBytes } from './subnames.ts'

/** Conditions apply together. */
export interface LabelFilter {
  /** Of one chain; those that are blocked or deleted have no names. */
  readonly domains: readonly Domain[]
  readonly label?: { readonly is: 'exactly' | 'beginning' | 'part'; readonly text: string } | undefined
  /** Names with one of these as coin type 60, lower case. */
  readonly addresses?: readonly Hex[] | undefined
  /** Lower case. */
  readonly holder?: Hex | undefined
}

/** With what an index finds: all names that match, and some that only seem to; undefined: it has none of them, or too many. */
export interface NarrowedFilter extends LabelFilter {
  readonly keys: FoundKeys
}

export interface LabelPage {
  readonly offset: number
  readonly limit: number
}

interface NamesByLabel {
  readonly items: readonly Subname[]
  /** Whether the size limit cut off the end. */
  readonly isTruncated: boolean
  /** Whether there may be more that were not looked through: no index has what the names are filtered by. */
  readonly isCut: boolean
}

/** In UTF-8. */
const maxLabelBytes = 255

/** Up to this many, the names are sorted for each page; of more, the index of labels may be read in its order. */
const maxSortedNames = 5000

/** Up to this many, the names are looked through for a condition that no index has, and those that match are sorted. */
const maxFilteredNames = 100_000

/** That an index finds for a holder or a text: of more, the next are near in any order. */
const maxIndexedNames = 20_000

const label = sql<string>`subnames.label`
const domainKey = sql<number>`subnames.domain_key`

/** Claimed names in the order of their labels. An offset costs as much as the names that it passes over, of `maxPassed` at most. */
export async function selectNamesByLabel(
  db: Queryable,
  filter: NarrowedFilter,
  { offset, limit }: LabelPage,
  maxPassed = maxPassedNames,
): Promise<NamesByLabel> {
  const domains = visibleOf(filter)
  if (domains.length === 0 || limit === 0 || filter.addresses?.length === 0) return none
  const page = sql`limit ${limit} offset ${offset}`
  const stored = await highestKey(db)
  const isSorted = filter.keys !== undefined || prefersSorting(domains, filter, (offset + limit) * stored)
  const { rows } = await (isSorted
    ? sql<{ key: number }>`
        with matching as materialized (
          select subnames.key, subnames.label, subnames.domain_key from ${selectionOf(db, domains, filter)}
        )
        select key from matching order by label, domain_key ${page}
      `
    : sql<{ key: number }>`
        select subnames.key from ${dialectOf(db).filterInOrder(scanOf(db, domains, filter, stored > maxPassed ? maxPassed : undefined))}
        order by ${byLabel} ${page}
      `
  ).execute(db)
  const { items, isTruncated } = await readSubnames(
    db,
    rows.map(({ key }) => key),
  )
  return {
    items: items.filter((subname) => hasAddress(subname, filter)),
    isTruncated,
    isCut:
      !isSorted && rows.length < limit && stored > maxPassed && (await isBeyondBound(db, filter, maxPassed)),
  }
}

/** Asks the indexes of holders and labels, for all that is read by the filter. */
export async function narrow(db: Queryable, filter: LabelFilter): Promise<NarrowedFilter> {
  return { ...filter, keys: await findKeys(db, visibleOf(filter), filter) }
}

async function findKeys(
  db: Queryable,
  domains: readonly Domain[],
  { label: requested, addresses, holder }: LabelFilter,
): Promise<FoundKeys> {
  const candidateCount = sumSubnameCounts(domains, { isClaimed: true })
  const [first] = domains
  if (!first || addresses !== undefined || candidateCount <= maxSortedNames) return undefined
  if (holder !== undefined) return keysOfHolder(db, holder)
  if (requested?.is !== 'part' || !supportsSubstringSearch(requested.text)) return undefined
  const pattern = matchesLabel(dialectOf(db).withoutIndex(label), requested)
  const search = { chainId: first.chainId, text: requested.text, pattern, candidateCount }
  return dialectOf(db).findNames(db, { ...search, maxMatches: maxIndexedNames })
}

async function keysOfHolder(db: Queryable, holder: Hex): Promise<FoundKeys> {
  const { rows } = await sql<{ key: number }>`
    select subnames.key from subnames where ${startsLikeHolder(db, holder)} and subnames.holder = ${hexToBytes(holder)}
    limit ${maxIndexedNames + 1}
  `.execute(db)
  return rows.length > maxIndexedNames ? undefined : rows.map(({ key }) => key)
}

/** No less than the names of the database. */
async function highestKey(db: Queryable): Promise<number> {
  const { rows } = await sql<{ key: number | null }>`select max(key) as key from subnames`.execute(db)
  return Number(rows[0]?.key ?? 0)
}

/** `readsInOrder`: names of the domains times those that the index of labels passes over for a page. */
function prefersSorting(domains: readonly Domain[], filter: LabelFilter, readsInOrder: number): boolean {
  const names = sumSubnameCounts(domains, { isClaimed: true })
  if (filter.addresses !== undefined || names <= maxSortedNames) return true
  if (!isFiltered(filter)) return names * names <= readsInOrder
  return !isRange(filter.label) && names <= maxFilteredNames
}

function isFiltered({ label, holder }: LabelFilter): boolean {
  return label !== undefined || holder !== undefined
}

/** Texts that each name has, with these values. */
export type TextPairs = readonly { readonly key: string; readonly value: string }[]

/** Names without an index for what they are searched by. */
interface ScanSize {
  readonly names: number
  /** Of their records. */
  readonly bytes: number
}

/** What a search by texts has to read; of more than `maxNames`, some of it. */
export async function sizeOfNames(
  db: Queryable,
  filter: NarrowedFilter,
  maxNames: number,
): Promise<ScanSize> {
  const domains = visibleOf(filter)
  if (domains.length === 0) return { names: 0, bytes: 0 }
  const names = sumSubnameCounts(domains, { isClaimed: true })
  if (filter.keys === undefined && names > (isFiltered(filter) ? maxPassedNames : maxNames))
    return { names, bytes: 0 }
  const { rows } = await sql<{ names: number; bytes: number | null }>`
    select count(*) as names, sum(bytes) as bytes from (
      select ${storedBytes} as bytes from ${selectionOf(db, domains, filter)} limit ${maxNames + 1}
    ) as read
  `.execute(db)
  return { names: Number(rows[0]?.names ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}

/** Keys in the order of labels. The database compares texts as they are stored: check the records of each name. */
export async function selectKeysByTexts(
  db: Queryable,
  filter: NarrowedFilter,
  texts: TextPairs,
): Promise<readonly number[]> {
  const domains = visibleOf(filter)
  if (domains.length === 0) return []
  const { positionOf } = dialectOf(db)
  const conditions = texts.map(({ key, value }) => {
    const pair = `${JSON.stringify(key)},${JSON.stringify(value)}`
    const isIn = (column: RawBuilder<unknown>) => sql`${positionOf(column, pair)} > 0`
    return sql`(${isIn(sql`subnames.records`)} or ${isIn(sql`coalesce(subnames.large_texts, '')`)})`
  })
  const { rows } = await sql<{ key: number }>`
    with matching as materialized (
      select subnames.key, subnames.label, subnames.domain_key
      from ${selectionOf(db, domains, filter)}
        and ${sql.join(conditions, sql` and `)}
    )
    select key from matching order by label, domain_key
  `.execute(db)
  return rows.map(({ key }) => key)
}

const none: NamesByLabel = { items: [], isTruncated: false, isCut: false }

/** Of all pages; undefined where no index has what the names are filtered by, and they are too many to be looked through. */
export async function countNamesByLabel(db: Queryable, filter: NarrowedFilter): Promise<number | undefined> {
  const domains = visibleOf(filter)
  if (domains.length === 0 || filter.addresses?.length === 0) return 0
  const names = sumSubnameCounts(domains, { isClaimed: true })
  if (!isFiltered(filter) && filter.addresses === undefined) return names
  if (filter.keys === undefined && filter.addresses === undefined && names > maxPassedNames) return undefined
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${selectionOf(db, domains, filter)}
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function visibleOf({ domains }: LabelFilter): readonly Domain[] {
  const [first] = domains
  return first === undefined ? [] : (visibleDomains({ chainId: first.chainId, domains }) ?? [])
}

function isInDomains(
  db: Queryable,
  domains: readonly Domain[],
  column: RawBuilder<unknown> = domainKey,
): RawBuilder<SqlBool> {
  return anyKeyOf(
    db,
    column,
    domains.map(({ key }) => key),
  )
}

const byLabel = sql`subnames.label, subnames.domain_key`

/** In the order of labels: of the domains' names there are too many to sort. `bound`: of labels, if there may be more. */
function scanOf(
  db: Queryable,
  domains: readonly Domain[],
  filter: LabelFilter,
  bound: number | undefined,
): FilteredScan {
  const range = rangeOf(filter)
  const isOfDomains = isInDomains(db, domains, dialectOf(db).withoutIndex(domainKey))
  return {
    table: sql`subnames`,
    range: bound === undefined ? range : sql`${range} and ${isUpTo(db, range, bound)}`,
    order: byLabel,
    condition: sql`${isOfDomains} and ${matches(db, isRange(filter.label) ? { ...filter, label: undefined } : filter)}`,
    maxRows: maxPassedNames,
  }
}

function isRange(requested: LabelFilter['label']): requested is NonNullable<LabelFilter['label']> {
  return requested !== undefined && requested.is !== 'part'
}

/** Of the index of labels. */
function rangeOf({ label: requested }: LabelFilter): RawBuilder<SqlBool> {
  return isRange(requested) ? matchesLabel(label, requested) : sql<SqlBool>`true`
}

/** Whether the range has more labels. */
async function isBeyondBound(db: Queryable, filter: LabelFilter, bound: number): Promise<boolean> {
  const { rows } = await sql`
    select subnames.key from subnames where ${rangeOf(filter)} order by ${byLabel}
    limit 1 offset ${dialectOf(db).scanRows(bound)}
  `.execute(db)
  return rows.length > 0
}

/** Only the first labels of the range. */
function isUpTo(db: Queryable, range: RawBuilder<SqlBool>, bound: number): RawBuilder<SqlBool> {
  const last = sql`
    select subnames.label from subnames where ${range} order by ${byLabel}
    limit 1 offset ${dialectOf(db).scanRows(bound - 1)}
  `
  return sql`${label} <= coalesce((${last}), ${prefixRange('')[1]})`
}

/** For `from` and `where`: the names of these keys, of the addresses, those with the label, or those of the domains. */
function selectionOf(db: Queryable, domains: readonly Domain[], filter: NarrowedFilter): RawBuilder<unknown> {
  const { withoutIndex, joinSubnames } = dialectOf(db)
  const { label: requested, addresses, keys } = filter
  const isOfDomains = (column: RawBuilder<unknown>) => isInDomains(db, domains, column)
  if (keys)
    return sql`subnames where ${anyKeyOf(db, sql`subnames.key`, keys)}
      and ${isOfDomains(withoutIndex(domainKey))} and ${matches(db, filter)}`
  if (addresses !== undefined)
    return sql`${joinSubnames(keysAt(addresses))} where ${isOfDomains(withoutIndex(domainKey))} and ${matches(db, filter)}`
  const isExact = requested?.is === 'exactly'
  return sql`subnames where ${isOfDomains(isExact ? withoutIndex(domainKey) : domainKey)}
    and ${isExact ? matchesLabel(label, requested) : sql`true`}
    and ${matches(db, isExact ? { ...filter, label: undefined } : filter)}`
}

/** Without an index. */
function matches(db: Queryable, { label: requested, holder }: LabelFilter): RawBuilder<SqlBool> {
  const { withoutIndex } = dialectOf(db)
  const conditions = [
    sql`subnames.is_claimed = 1`,
    ...(requested ? [matchesLabel(withoutIndex(label), requested)] : []),
    ...(holder === undefined ? [] : [sql`subnames.holder = ${hexToBytes(holder)}`]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

function matchesLabel(
  column: RawBuilder<unknown>,
  { is, text }: NonNullable<LabelFilter['label']>,
): RawBuilder<SqlBool> {
  if (is === 'exactly') return sql`${column} = ${text}`
  if (is === 'beginning') return isInRange(column, prefixRange(text))
  // Longer than any label, and than what a pattern may have.
  if (Buffer.byteLength(text) > maxLabelBytes) return sql`1 = 0`
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql`${column} like ${pattern} escape '\\'`
}

/** Collisions of the hashes are left out by `hasAddress`. */
function keysAt(addresses: readonly Hex[]): RawBuilder<{ key: number }> {
  const hashes = addresses.map(
    (address) => sql`cast(${addressHash({ coinType: ethCoinType, address })} as bigint)`,
  )
  return sql`select distinct subname_key as key from subname_addresses where address_hash in (${sql.join(hashes)})`
}

function hasAddress({ records }: Subname, { addresses }: LabelFilter): boolean {
  if (addresses === undefined) return true
  return records.addresses.some(
    ({ coinType, address }) => coinType === ethCoinType && addresses.includes(address),
  )
}
