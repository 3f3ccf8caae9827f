import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Domain } from './domains.ts'
import { countBelow, type Part, type State } from './subname-counts.ts'
import type { Queryable } from './tables.ts'

/** Where a name stands in the order of its chain. */
interface Position {
  readonly created_at: number
  readonly id: string
}

/** A part of a list that starts behind a name; `offset` counts from there. */
export interface PartBehind extends Part {
  readonly behind: Position | undefined
}

/** Stepping over so many names costs less than asking the blocks. */
const maxSteps = 5000

/**
 * Restates a part far down a list as one that begins close by, behind the last name of a block. What was newest first
 * may become oldest first.
 *
 * The names of a chain are cut into blocks, in order of creation; of every block it is kept how many names of each
 * domain are in it (migration 0007).
 */
export const nearby = async (
  db: Queryable,
  domains: readonly Domain[],
  state: State,
  part: Part,
): Promise<PartBehind> => {
  if (part.offset <= maxSteps) return { ...part, behind: undefined }
  const { offset, limit } =
    part.direction === 'asc' ? part : fromTheOtherEnd(part, countBelow(domains, state))
  let behind: Position | undefined
  let remaining = offset
  for (const block of await blocksOf(db, domains, state)) {
    if (remaining < block.count) break
    remaining -= block.count
    behind = block
  }
  return { direction: 'asc', offset: remaining, limit, behind }
}

/** The condition that a name stands behind another one. */
export const isBehind = (position: Position | undefined): RawBuilder<SqlBool> =>
  position === undefined
    ? sql`true`
    : sql`(subnames.created_at, subnames.id) > (${position.created_at}, ${position.id})`

const fromTheOtherEnd = ({ offset, limit }: Part, count: number): Pick<Part, 'offset' | 'limit'> => {
  const end = Math.max(0, count - offset)
  const start = Math.max(0, end - limit)
  return { offset: start, limit: end - start }
}

/** The last name of each block, and how many names of these domains are in it, oldest first. */
const blocksOf = async (
  db: Queryable,
  domains: readonly Domain[],
  { isClaimed }: State,
): Promise<readonly (Position & { readonly count: number })[]> => {
  const counted =
    isClaimed === undefined
      ? sql`subname_count`
      : isClaimed
        ? sql`claimed_count`
        : sql`subname_count - claimed_count`
  const isOfDomains = dialectOf(db).isOneOf(
    sql`domain_id`,
    domains.map(({ id }) => id),
  )
  const { rows } = await sql<Position & { count: number }>`
    select created_at, id, coalesce(count, 0) as count
    from subname_blocks left join (
      select number, cast(sum(${counted}) as bigint) as count
      from subname_block_counts where ${isOfDomains} group by number
    ) as counts on counts.number = subname_blocks.number
    where chain_id = ${domains[0]?.chainId}
    order by created_at, id
  `.execute(db)
  return rows
}
