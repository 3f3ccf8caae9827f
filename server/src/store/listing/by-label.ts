import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import { ethCoinType } from '../../ens/coin-types.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { hexToBytes } from '../driver/columns.ts'
import { anyKeyOf, dialectOf, type FilteredScan } from '../driver/sql-dialect.ts'
import { addressHash } from '../entities/address-index.ts'
import type { Queryable } from '../tables.ts'
import { maxPassedNames, visibleDomains } from './filter.ts'
import { isInRange, prefixRange } from './name-pattern.ts'
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

interface LabelPage {
  readonly offset: number
  readonly limit: number
}

interface NamesByLabel {
  readonly items: readonly Subname[]
  /** Whether the size limit cut off the end. */
  readonly isTruncated: boolean
}

/** In UTF-8. */
const maxLabelBytes = 255

/** Up to this many, the names are sorted for each page; of more, the index of labels is read in its order. */
const maxSortedNames = 5000

const label = sql<string>`subnames.label`
const domainKey = sql<number>`subnames.domain_key`

/** Claimed names in the order of their labels. An offset costs as much as the names that it passes over. */
export async function selectNamesByLabel(
  db: Queryable,
  filter: LabelFilter,
  { offset, limit }: LabelPage,
): Promise<NamesByLabel> {
  const domains = visibleOf(filter)
  if (domains.length === 0 || limit === 0 || filter.addresses?.length === 0) return none
  const page = sql`limit ${limit} offset ${offset}`
  const { rows } = await (isFew(domains, filter)
    ? sql<{ key: number }>`
        with matching as materialized (
          select subnames.key, subnames.label, subnames.domain_key from ${selectionOf(db, domains, filter)}
        )
        select key from matching order by label, domain_key ${page}
      `
    : sql<{ key: number }>`
        select subnames.key from ${dialectOf(db).filterInOrder(scanOf(db, domains, filter))} order by ${byLabel} ${page}
      `
  ).execute(db)
  const { items, isTruncated } = await readSubnames(
    db,
    rows.map(({ key }) => key),
  )
  return { items: items.filter((subname) => hasAddress(subname, filter)), isTruncated }
}

/** Texts that each name has, with these values. */
export type TextPairs = readonly { readonly key: string; readonly value: string }[]

/** Names without an index for what they are searched by. */
interface ScanSize {
  readonly names: number
  /** Of their records. */
  readonly bytes: number
}

/** What a search by texts has to read. */
export async function sizeOfNames(db: Queryable, filter: LabelFilter): Promise<ScanSize> {
  const domains = visibleOf(filter)
  if (domains.length === 0) return { names: 0, bytes: 0 }
  const { rows } = await sql<{ names: number; bytes: number | null }>`
    select count(*) as names, sum(${storedBytes}) as bytes from ${selectionOf(db, domains, filter)}
  `.execute(db)
  return { names: Number(rows[0]?.names ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}

/** Keys in the order of labels. The database compares texts as they are stored: check the records of each name. */
export async function selectKeysByTexts(
  db: Queryable,
  filter: LabelFilter,
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
      select subnames.key, subnames.label, subnames.domain_key from ${selectionOf(db, domains, filter)}
        and ${sql.join(conditions, sql` and `)}
    )
    select key from matching order by label, domain_key
  `.execute(db)
  return rows.map(({ key }) => key)
}

const none: NamesByLabel = { items: [], isTruncated: false }

/** Of all pages. */
export async function countNamesByLabel(db: Queryable, filter: LabelFilter): Promise<number> {
  const domains = visibleOf(filter)
  if (domains.length === 0 || filter.addresses?.length === 0) return 0
  const isWhole = filter.label === undefined && filter.addresses === undefined && filter.holder === undefined
  if (isWhole) return sumSubnameCounts(domains, { isClaimed: true })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${selectionOf(db, domains, filter)}
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function visibleOf({ domains }: LabelFilter): readonly Domain[] {
  const [first] = domains
  return first === undefined ? [] : (visibleDomains({ chainId: first.chainId, domains }) ?? [])
}

function isFew(domains: readonly Domain[], { addresses }: LabelFilter): boolean {
  return addresses !== undefined || sumSubnameCounts(domains, { isClaimed: true }) <= maxSortedNames
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

/** In the order of labels: of the domains' names there are too many to sort. */
function scanOf(db: Queryable, domains: readonly Domain[], filter: LabelFilter): FilteredScan {
  const { label: requested } = filter
  const isRange = requested !== undefined && requested.is !== 'part'
  const isOfDomains = isInDomains(db, domains, dialectOf(db).withoutIndex(domainKey))
  return {
    table: sql`subnames`,
    range: isRange ? matchesLabel(label, requested) : sql`true`,
    order: byLabel,
    condition: sql`${isOfDomains} and ${matches(db, isRange ? { ...filter, label: undefined } : filter)}`,
    maxRows: maxPassedNames,
  }
}

/** For `from` and `where`: the names of the addresses, those with the label, or those of the domains. */
function selectionOf(db: Queryable, domains: readonly Domain[], filter: LabelFilter): RawBuilder<unknown> {
  const { withoutIndex, joinSubnames } = dialectOf(db)
  const { label: requested, addresses } = filter
  const isOfDomains = (column: RawBuilder<unknown>) => isInDomains(db, domains, column)
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
