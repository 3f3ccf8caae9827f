import { findTablesWithoutStatistics } from '../../store/sizes.ts'
import type { Store } from '../../store/store.ts'
import { cached } from './checks.ts'
import { createConfirmations } from './confirmations.ts'

/** Milliseconds; PostgreSQL analyzes a table by itself some minutes after it has grown. */
const defaultIntervalMs = 300_000

/** Returns the large tables that PostgreSQL had no statistics of at the last two looks, which are `intervalMs` apart. */
export function createStatisticsCheck(
  { health }: Pick<Store, 'health'>,
  intervalMs = defaultIntervalMs,
): () => Promise<readonly string[]> {
  const tables = createConfirmations<string>()
  const look = cached(intervalMs, async () => {
    const found = await findTablesWithoutStatistics(health)
    for (const table of found) tables.note(table, table)
    tables.keep(new Set(found))
    return found
  })
  return async () => {
    await look()
    return tables.confirmed()
  }
}
