import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { type FilterSql, maxPassedNames } from './filter.ts'
import { isBehindKey, type PageQuery } from './order.ts'

/** In the order of creation. */
export function selectKeys(
  db: Queryable,
  { source, condition, key, ranges }: FilterSql,
  { direction, offset, limit, after }: Omit<PageQuery, 'orderBy'>,
): RawBuilder<{ key: number }> {
  const { scanIndex, scanRows, mergeOrdered, filterInOrder } = dialectOf(db)
  if (!ranges)
    return sql`
      select ${key} as key from ${source} where ${condition} and ${isBehindKey(key, direction, after?.[0])}
      order by ${key} ${sql.raw(direction)} limit ${limit} offset ${offset}
    `
  const selects = ranges.map((range) => {
    const scan = scanIndex({ ...range, direction, after: after && sql`${after[0]}` })
    const maxRows = maxPassedNames
    const filtered = filterInOrder({
      table: source,
      range: scan.condition,
      order: scan.order,
      condition,
      maxRows,
    })
    return { select: sql`select ${key} as key from ${filtered}`, order: scan.order }
  })
  return sql`
    ${mergeOrdered(selects, scanRows(limit + offset))} order by key ${sql.raw(direction)} limit ${limit} offset ${offset}
  `
}
