import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { hasClaimState, isDomainVisible, type SubnameFilter, visibleDomains } from './filter.ts'
import {
  exactLabelRange,
  isInRange,
  labelMatches,
  prefixRange,
  supportsSubstringSearch,
} from './name-pattern.ts'

/** Subnames of a chain by their labels. Those of blocked and of deleted domains are never found. */
export interface LabelSearch extends Pick<SubnameFilter, 'chainId' | 'domains' | 'isClaimed'> {
  /** Normalized, not empty, without a dot. */
  readonly label: string
}

/** Names that are looked at first. A page is nearly always full within them, and for so few PostgreSQL follows the index. */
const firstScanRows = 500

/** Names that are looked at, at most, for one group of one search. */
const maxScanRows = 20_000

/**
 * Finds the ids of subnames by their label: first those whose label is the text, then those whose label begins with it, both in the
 * order of their names, then those whose label contains it elsewhere, newest first; the last only for texts of three
 * characters or more. Of each group, only what is among the first `maxRows` names of its walk is found.
 */
export async function searchLabelIds(
  db: Queryable,
  search: LabelSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> {
  const end = offset + limit
  const ids: string[] = []
  for (const find of rankGroups(search))
    if (ids.length < end) ids.push(...(await find(db, search, end - ids.length)))
  return ids.slice(offset)
}

/** Finds the ids of the first `limit` names of a group, in its order. */
type FindGroup = (db: Queryable, search: LabelSearch, limit: number) => Promise<readonly string[]>

function rankGroups({ label }: LabelSearch): readonly FindGroup[] {
  return supportsSubstringSearch(label)
    ? [withExactLabel, withLabelPrefix, withLabelSubstring]
    : [withExactLabel, withLabelPrefix]
}

const name = sql`subnames.name`

const withExactLabel: FindGroup = (db, search, limit) =>
  runScan(db, search, scanByName(db, search, isInRange(name, exactLabelRange(search.label))), {
    rows: maxScanRows,
    limit,
  })

const withLabelPrefix: FindGroup = async (db, search, limit) => {
  const [beginning, exact] = [prefixRange(search.label), exactLabelRange(search.label)]
  const scan = scanByName(db, search, sql`${isInRange(name, beginning)} and not (${isInRange(name, exact)})`)
  const firstIds = await runScan(db, search, scan, { rows: firstScanRows, limit })
  return firstIds.length === limit ? firstIds : runScan(db, search, scan, { rows: maxScanRows, limit })
}

function scanByName(db: Queryable, search: LabelSearch, range: RawBuilder<unknown>): IndexScan {
  return {
    range,
    condition: inSearchScope(db, search),
    columns: ['name'],
    direction: 'asc',
  }
}

/** A frequent text is among the newest names, so only a rare one is looked for in the index. */
const withLabelSubstring: FindGroup = async (db, search, limit) => {
  const { chainId, label: text } = search
  const dialect = dialectOf(db)
  const pattern = labelMatches(dialect, text)
  const matchesElsewhere = sql`not (${isInRange(name, prefixRange(text))}) and ${inSearchScope(db, search)}`
  const newest: IndexScan = {
    range: sql`true`,
    condition: sql`${pattern} and ${matchesElsewhere}`,
    columns: ['created_at', 'id'],
    direction: 'desc',
  }
  const firstIds = await runScan(db, search, newest, { rows: firstScanRows, limit })
  if (firstIds.length === limit) return firstIds
  const { condition, isSelective } = await dialect.matchName(db, {
    chainId,
    text,
    pattern,
    candidateCount: undefined,
  })
  if (!isSelective) return runScan(db, search, newest, { rows: maxScanRows, limit })
  const { rows } = await sql<{ id: string }>`
    select subnames.id from subnames cross join domains
    where ${dialect.withoutIndex(sql`subnames.chain_id`)} = ${chainId} and ${condition}
    and domains.id = subnames.domain_id and ${matchesElsewhere}
    order by ${orderOf(newest)} limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The names of a chain in the order of an index, of which some are found. */
interface IndexScan {
  /** Names outside of it are not looked at. */
  readonly range: RawBuilder<unknown>
  /** Decides on each name that is looked at, joined with its domain. */
  readonly condition: RawBuilder<unknown>
  /** What the names are in the order of. */
  readonly columns: readonly ('name' | 'created_at' | 'id')[]
  readonly direction: 'asc' | 'desc'
}

function orderOf({ columns, direction }: IndexScan) {
  return sql.join(columns.map((column) => sql`${sql.ref(`subnames.${column}`)} ${sql.raw(direction)}`))
}

/** Finds the ids of the first `limit` names that a walk finds among its first `rows`. */
async function runScan(
  db: Queryable,
  { chainId }: LabelSearch,
  scan: IndexScan,
  { rows, limit }: { readonly rows: number; readonly limit: number },
): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select subnames.id from (
      select id, name, domain_id, is_claimed, created_at from subnames
      where chain_id = ${chainId} and ${scan.range} order by ${orderOf(scan)} limit ${rows}
    ) as subnames cross join domains
    where domains.id = subnames.domain_id and ${scan.condition} order by ${orderOf(scan)} limit ${limit}
  `.execute(db)
  return found.map(({ id }) => id)
}

/** The condition that a name is in a domain that may be shown, one of those that are meant, and in the state asked for. */
function inSearchScope(db: Queryable, { chainId, domains, isClaimed }: LabelSearch): RawBuilder<unknown> {
  const { anyOf, withoutIndex } = dialectOf(db)
  const ids = visibleDomains({ chainId, domains })?.map(({ id }) => id)
  const inDomains = ids ? anyOf(withoutIndex(sql`subnames.domain_id`), ids) : sql`true`
  return sql`${isDomainVisible} and ${inDomains} and ${hasClaimState({ isClaimed })}`
}
