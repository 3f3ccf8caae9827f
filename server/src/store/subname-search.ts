import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import { isFoundInside, isInRange, labelIsLike, namesBeginningWith, namesOfLabel } from './name-pattern.ts'
import { isInState, isOpen, openDomains, type SubnameFilter } from './subname-filter.ts'
import type { Queryable } from './tables.ts'

/** Subnames of a chain by their labels. Those of blocked and of deleted domains are never found. */
export interface LabelSearch extends Pick<SubnameFilter, 'chainId' | 'domains' | 'isClaimed'> {
  /** Normalized, not empty, without a dot. */
  readonly label: string
}

/** Names that are looked at first. A page is nearly always full within them, and for so few PostgreSQL follows the index. */
const nearRows = 500

/** Names that are looked at, at most, for one group of one search. */
const maxRows = 20_000

/**
 * Finds the ids of subnames by their label: first those whose label is the text, then those whose label begins with it, both in the
 * order of their names, then those whose label contains it elsewhere, newest first; the last only for texts of three
 * characters or more. Of each group, only what is among the first `maxRows` names of its walk is found.
 */
export const searchLabelIds = async (
  db: Queryable,
  search: LabelSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> => {
  const end = offset + limit
  const ids: string[] = []
  for (const find of groupsOf(search))
    if (ids.length < end) ids.push(...(await find(db, search, end - ids.length)))
  return ids.slice(offset)
}

/** Finds the ids of the first `limit` names of a group, in its order. */
type FindGroup = (db: Queryable, search: LabelSearch, limit: number) => Promise<readonly string[]>

const groupsOf = ({ label }: LabelSearch): readonly FindGroup[] =>
  isFoundInside(label) ? [havingLabel, beginningWith, containing] : [havingLabel, beginningWith]

const name = sql`subnames.name`

const havingLabel: FindGroup = (db, search, limit) =>
  findWithin(db, search, byName(db, search, isInRange(name, namesOfLabel(search.label))), {
    rows: maxRows,
    limit,
  })

const beginningWith: FindGroup = async (db, search, limit) => {
  const [beginning, exact] = [namesBeginningWith(search.label), namesOfLabel(search.label)]
  const walk = byName(db, search, sql`${isInRange(name, beginning)} and not (${isInRange(name, exact)})`)
  const near = await findWithin(db, search, walk, { rows: nearRows, limit })
  return near.length === limit ? near : findWithin(db, search, walk, { rows: maxRows, limit })
}

const byName = (db: Queryable, search: LabelSearch, range: RawBuilder<unknown>): Walk => ({
  range,
  isFound: isVisible(db, search),
  columns: ['name'],
  direction: 'asc',
})

/** A frequent text is among the newest names, so only a rare one is looked for in the index. */
const containing: FindGroup = async (db, search, limit) => {
  const { chainId, label: text } = search
  const dialect = dialectOf(db)
  const pattern = labelIsLike(dialect, text)
  const isElsewhere = sql`not (${isInRange(name, namesBeginningWith(text))}) and ${isVisible(db, search)}`
  const newest: Walk = {
    range: sql`true`,
    isFound: sql`${pattern} and ${isElsewhere}`,
    columns: ['created_at', 'id'],
    direction: 'desc',
  }
  const near = await findWithin(db, search, newest, { rows: nearRows, limit })
  if (near.length === limit) return near
  const { condition, isNarrow } = await dialect.matchName(db, { chainId, text, pattern, among: undefined })
  if (!isNarrow) return findWithin(db, search, newest, { rows: maxRows, limit })
  const { rows } = await sql<{ id: string }>`
    select subnames.id from subnames cross join domains
    where ${dialect.notByIndex(sql`subnames.chain_id`)} = ${chainId} and ${condition}
    and domains.id = subnames.domain_id and ${isElsewhere}
    order by ${orderOf(newest)} limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The names of a chain in the order of an index, of which some are found. */
interface Walk {
  /** Names outside of it are not looked at. */
  readonly range: RawBuilder<unknown>
  /** Decides on each name that is looked at, joined with its domain. */
  readonly isFound: RawBuilder<unknown>
  /** What the names are in the order of. */
  readonly columns: readonly ('name' | 'created_at' | 'id')[]
  readonly direction: 'asc' | 'desc'
}

const orderOf = ({ columns, direction }: Walk) =>
  sql.join(columns.map((column) => sql`${sql.ref(`subnames.${column}`)} ${sql.raw(direction)}`))

/** Finds the ids of the first `limit` names that a walk finds among its first `rows`. */
const findWithin = async (
  db: Queryable,
  { chainId }: LabelSearch,
  walk: Walk,
  { rows, limit }: { readonly rows: number; readonly limit: number },
): Promise<readonly string[]> => {
  const { rows: found } = await sql<{ id: string }>`
    select subnames.id from (
      select id, name, domain_id, is_claimed, created_at from subnames
      where chain_id = ${chainId} and ${walk.range} order by ${orderOf(walk)} limit ${rows}
    ) as subnames cross join domains
    where domains.id = subnames.domain_id and ${walk.isFound} order by ${orderOf(walk)} limit ${limit}
  `.execute(db)
  return found.map(({ id }) => id)
}

/** The condition that a name is in a domain that may be shown, one of those that are meant, and in the state asked for. */
const isVisible = (db: Queryable, { chainId, domains, isClaimed }: LabelSearch): RawBuilder<unknown> => {
  const { isOneOf, notByIndex } = dialectOf(db)
  const ids = openDomains({ chainId, domains })?.map(({ id }) => id)
  const isMeant = ids ? isOneOf(notByIndex(sql`subnames.domain_id`), ids) : sql`true`
  return sql`${isOpen} and ${isMeant} and ${isInState({ isClaimed })}`
}
