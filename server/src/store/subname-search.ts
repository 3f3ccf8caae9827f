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

/** Names in alphabetical order that are looked at for one search, each in its row. */
const maxRows = 20_000

/** Newest names of a chain that are looked at for a text of which the index finds too many; another index has all of each. */
const maxNewest = 20_000

/**
 * Finds the ids of subnames by their label: first those whose label is the text, then those whose label begins with it, both in the
 * order of their names, then those whose label contains it elsewhere, newest first; the last only for texts of three
 * characters or more. What one search looks at is bounded by `maxRows` and `maxNewest`.
 */
export const searchLabelIds = async (
  db: Queryable,
  search: LabelSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> => {
  const ids: string[] = []
  let skip = offset
  for (const groupOf of groupsOf(search)) {
    const group = await groupOf(db, search)
    const found = await idsIn(db, group, { offset: skip, limit: limit - ids.length })
    ids.push(...found)
    if (ids.length === limit) break
    skip = found.length > 0 ? 0 : skip - (await countOf(db, group, skip))
  }
  return ids
}

const groupsOf = ({ label }: LabelSearch) =>
  isFoundInside(label) ? [havingLabel, beginningWith, containing] : [havingLabel, beginningWith]

/** A statement that selects the ids of a group of names in its order. */
type Group = RawBuilder<{ id: string }>

const idsIn = async (
  db: Queryable,
  group: Group,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`${group} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many names a group has, as far as `most`. */
const countOf = async (db: Queryable, group: Group, most: number): Promise<number> => {
  if (most === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${group} limit ${most}) as found
  `.execute(db)
  return rows[0]?.count ?? 0
}

const name = sql`subnames.name`

const havingLabel = async (db: Queryable, search: LabelSearch): Promise<Group> =>
  byName(db, search, isInRange(name, namesOfLabel(search.label)))

const beginningWith = async (db: Queryable, search: LabelSearch): Promise<Group> => {
  const { label } = search
  return byName(
    db,
    search,
    sql`${isInRange(name, namesBeginningWith(label))} and not (${isInRange(name, namesOfLabel(label))})`,
  )
}

const containing = async (db: Queryable, search: LabelSearch): Promise<Group> => {
  const { chainId, label: text } = search
  const dialect = dialectOf(db)
  const pattern = labelIsLike(dialect, text)
  const { condition, isNarrow } = await dialect.matchName(db, { chainId, text, pattern, among: undefined })
  const newest = sql`(
    select id, chain_id, name, domain_id, is_claimed, created_at from subnames where chain_id = ${chainId}
    order by created_at desc, id desc limit ${maxNewest}
  )`
  return sql<{ id: string }>`
    select subnames.id from ${isNarrow ? sql`subnames` : sql`${newest} as subnames`} cross join domains
    where ${dialect.notByIndex(sql`subnames.chain_id`)} = ${chainId} and ${condition}
    and not (${isInRange(name, namesBeginningWith(text))}) and ${isFound(db, search)}
    order by subnames.created_at desc, subnames.id desc`
}

const byName = (db: Queryable, search: LabelSearch, condition: RawBuilder<unknown>): Group => sql<{
  id: string
}>`
  select subnames.id from (
    select id, name, domain_id, is_claimed from subnames where chain_id = ${search.chainId} and ${condition}
    order by name limit ${maxRows}
  ) as subnames cross join domains
  where ${isFound(db, search)} order by ${name}`

/** The condition that a name is in a domain that may be shown, one of those that are meant, and in the state asked for. */
const isFound = (db: Queryable, { chainId, domains, isClaimed }: LabelSearch): RawBuilder<unknown> => {
  const ids = openDomains({ chainId, domains })?.map(({ id }) => id)
  const isMeant = ids
    ? dialectOf(db).isOneOf(dialectOf(db).notByIndex(sql`subnames.domain_id`), ids)
    : sql`true`
  return sql`domains.id = subnames.domain_id and ${isOpen} and ${isMeant} and ${isInState({ isClaimed })}`
}
