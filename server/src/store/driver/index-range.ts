import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Rows of an index that have the same values in its first columns, in the order of its next one. */
export interface IndexRange {
  readonly first: readonly (readonly [column: RawBuilder<unknown>, value: RawBuilder<unknown>])[]
  readonly next: RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
  /** Exclusive, in the direction; absent: from the first row. */
  readonly after?: RawBuilder<unknown> | undefined
  /** Inclusive, in the direction; absent: to the last row. */
  readonly end?: RawBuilder<unknown> | undefined
  /** No value of the next column is outside of these. */
  readonly bounds: readonly [lowest: RawBuilder<unknown>, highest: RawBuilder<unknown>]
}

/** Largest key of 31 bits, which either database generates for most tables. */
export const maxKey = 2 ** 31 - 1

/** `bounds` of such keys. */
export const keyBounds = [sql.lit(0), sql.lit(maxKey)] as const

/** `bounds` of keys and sequence numbers up to 2^53. */
export const wideKeyBounds = [sql.lit(0), sql.lit(Number.MAX_SAFE_INTEGER)] as const

export interface IndexRangeSql {
  readonly condition: RawBuilder<SqlBool>
  /** For `order by`. */
  readonly order: RawBuilder<unknown>
}

/** For a planner that prefers the index with the most equal columns, whatever statistics it has. */
export function scanByEquality({ first, next, direction, after, end }: IndexRange): IndexRangeSql {
  const [behind, upTo] = direction === 'asc' ? ['>', '<='] : ['<', '>=']
  const conditions = [
    ...first.map(([column, value]) => sql`${column} = ${value}`),
    ...(after === undefined ? [] : [sql`${next} ${sql.raw(behind)} ${after}`]),
    ...(end === undefined ? [] : [sql`${next} ${sql.raw(upTo)} ${end}`]),
  ]
  return {
    condition: sql`${sql.join(conditions, sql` and `)}`,
    order: sql`${next} ${sql.raw(direction)}`,
  }
}

/**
 * For a planner that estimates rows: no other index has this order, and none can be searched by equality, so that neither wrong
 * statistics nor missing ones lead to another one, or to a sort of what it takes for few rows.
 */
export function scanByRow({ first, next, direction, after, end, bounds }: IndexRange): IndexRangeSql {
  const [lowest, highest] = bounds
  const [from, to] =
    direction === 'asc' ? [after ?? lowest, end ?? highest] : [end ?? lowest, after ?? highest]
  const isOpen = after !== undefined
  const [above, below] = direction === 'asc' ? [isOpen ? '>' : '>=', '<='] : ['>=', isOpen ? '<' : '<=']
  const columns = [...first.map(([column]) => column), next]
  const rowUpTo = (last: RawBuilder<unknown>) =>
    sql`(${sql.join([...first.map(([, value]) => value), last])})`
  const row = sql`(${sql.join(columns)})`
  return {
    condition: sql`${row} ${sql.raw(above)} ${rowUpTo(from)} and ${row} ${sql.raw(below)} ${rowUpTo(to)}`,
    order: sql`${sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))}`,
  }
}
