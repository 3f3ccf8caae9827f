import { type RawBuilder, sql } from 'kysely'
import { supportsSubstringSearch } from '../../ens/search-text.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { hasClaimState, isDomainVisible, type SubnameFilter, visibleDomains } from './filter.ts'
import { isInRange, labelMatches, prefixRange } from './name-pattern.ts'

/** Never matches subnames of blocked or deleted domains. */
export interface LabelSearch extends Pick<SubnameFilter, 'chainId' | 'domains' | 'isClaimed'> {
  /** Normalized, not empty, without a dot. */
  readonly label: string
}

/** Usually fills a page, and is small enough for PostgreSQL to use the index. */
const firstScanRows = 500

/** Maximum names scanned per group. */
const maxScanRows = 20_000

/**
 * Ranked groups: exact labels, then prefixes, both in label order, then substrings, newest first, from three
 * characters. Each group scans at most `maxScanRows` names.
 */
export async function searchLabels(
  db: Queryable,
  search: LabelSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly number[]> {
  const end = offset + limit
  const keys: number[] = []
  for (const find of rankGroups(search))
    if (keys.length < end) keys.push(...(await find(db, search, end - keys.length)))
  return keys.slice(offset)
}

type FindGroup = (db: Queryable, search: LabelSearch, limit: number) => Promise<readonly number[]>

function rankGroups({ label }: LabelSearch): readonly FindGroup[] {
  return supportsSubstringSearch(label)
    ? [withExactLabel, withLabelPrefix, withLabelSubstring]
    : [withExactLabel, withLabelPrefix]
}

const labelColumn = sql`subnames.label`

const withExactLabel: FindGroup = (db, search, limit) =>
  runScan(db, scanByLabel(db, search, sql`${labelColumn} = ${search.label}`), {
    rows: maxScanRows,
    limit,
  })

const withLabelPrefix: FindGroup = async (db, search, limit) => {
  const { label } = search
  const isLonger = sql`${labelColumn} <> ${label}`
  const scan = scanByLabel(db, search, sql`${isInRange(labelColumn, prefixRange(label))} and ${isLonger}`)
  const firstIds = await runScan(db, scan, { rows: firstScanRows, limit })
  return firstIds.length === limit ? firstIds : runScan(db, scan, { rows: maxScanRows, limit })
}

function scanByLabel(db: Queryable, search: LabelSearch, range: RawBuilder<unknown>): IndexScan {
  return {
    range,
    condition: inSearchScope(db, search),
    columns: ['label', 'domain_key'],
    direction: 'asc',
  }
}

/** Frequent texts occur among the newest names; only rare ones need the index. */
const withLabelSubstring: FindGroup = async (db, search, limit) => {
  const { chainId, label: text } = search
  const dialect = dialectOf(db)
  const pattern = labelMatches(dialect, text)
  const matchesElsewhere = sql`not (${isInRange(labelColumn, prefixRange(text))}) and ${inSearchScope(db, search)}`
  const newest: IndexScan = {
    range: sql`true`,
    condition: sql`${pattern} and ${matchesElsewhere}`,
    columns: ['key'],
    direction: 'desc',
  }
  const firstIds = await runScan(db, newest, { rows: firstScanRows, limit })
  if (firstIds.length === limit) return firstIds
  const found = await dialect.findNames(db, {
    chainId,
    text,
    pattern,
    candidateCount: undefined,
  })
  if (!found) return runScan(db, newest, { rows: maxScanRows, limit })
  const { rows } = await sql<{ key: number }>`
    select subnames.key from subnames cross join domains
    where ${anyKeyOf(db, sql`subnames.key`, found)} and ${pattern} and domains.key = subnames.domain_key
      and ${matchesElsewhere}
    order by ${orderOf(newest)} limit ${limit}
  `.execute(db)
  return rows.map(({ key }) => key)
}

interface IndexScan {
  /** Names outside are not scanned. */
  readonly range: RawBuilder<unknown>
  /** Checked for each scanned name, joined with its domain. */
  readonly condition: RawBuilder<unknown>
  /** Sort columns. */
  readonly columns: readonly ('label' | 'domain_key' | 'key')[]
  readonly direction: 'asc' | 'desc'
}

function orderOf({ columns, direction }: IndexScan) {
  return sql.join(columns.map((column) => sql`${sql.ref(`subnames.${column}`)} ${sql.raw(direction)}`))
}

async function runScan(
  db: Queryable,
  scan: IndexScan,
  { rows, limit }: { readonly rows: number; readonly limit: number },
): Promise<readonly number[]> {
  const { rows: found } = await sql<{ key: number }>`
    select subnames.key from (
      select key, label, domain_key, is_claimed from subnames
      where ${scan.range} order by ${orderOf(scan)} limit ${dialectOf(db).scanRows(rows)}
    ) as subnames cross join domains
    where domains.key = subnames.domain_key and ${scan.condition} order by ${orderOf(scan)} limit ${limit}
  `.execute(db)
  return found.map(({ key }) => key)
}

/** Requires a joined domain. */
function inSearchScope(db: Queryable, { chainId, domains, isClaimed }: LabelSearch): RawBuilder<unknown> {
  const { withoutIndex } = dialectOf(db)
  const keys = visibleDomains({ chainId, domains })?.map(({ key }) => key)
  const inDomains = keys ? anyKeyOf(db, withoutIndex(sql`subnames.domain_key`), keys) : sql`true`
  return sql`domains.chain_id = ${chainId} and ${isDomainVisible} and ${inDomains} and ${hasClaimState({ isClaimed })}`
}
