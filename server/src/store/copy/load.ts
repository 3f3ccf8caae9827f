import { UsageError } from '../../usage-error.ts'
import { dialectOf } from '../dialect.ts'
import { parseLocation } from '../location.ts'
import { applyMigrations, unknownMigrations } from '../migrate.ts'
import type { StoreTransaction } from '../tables.ts'
import { assertEmpty } from './assert-empty.ts'
import { failingAs } from './failing-as.ts'
import { insertRows } from './insert-rows.ts'
import type { Source, TableSummary } from './parts.ts'
import { readRows } from './read-rows.ts'

/** How long to wait for whoever migrates the database at this moment, in milliseconds. */
const lockTimeout = 10_000

/**
 * Brings a copy into an empty database, in one transaction: the tables as the source had them, the rows, and, when what
 * is read back is what was copied, the migrations that the source did not have yet. Gives what was copied.
 *
 * @throws UsageError, with the database as it was, when it is not empty, when a newer version has made the source, or
 * when anything does not arrive as it left.
 */
export const load = async (url: string, source: Source): Promise<readonly TableSummary[]> => {
  const { title, open } = await failingAs('The database URL', async () => parseLocation(url))
  return failingAs(`Cannot fill the ${title}`, async () => {
    assertKnown(source)
    const { db, close } = await open(lockTimeout)
    try {
      return await db.transaction().execute((tx) => loadInto(tx, source))
    } finally {
      await close()
    }
  })
}

const loadInto = async (tx: StoreTransaction, source: Source): Promise<readonly TableSummary[]> => {
  const dialect = dialectOf(tx)
  await dialect.holdMigrationLock(tx)
  await dialect.bulk.prepare(tx)
  await assertEmpty(tx, source.migrations)
  await applyMigrations(tx, dialect, source.migrations)
  const copied = await insertRows(tx, source.parts)
  const stored = await summarize(tx)
  assertEqual(copied, stored)
  await applyMigrations(tx, dialect)
  await dialect.bulk.finish(tx)
  return stored
}

const assertKnown = ({ migrations }: Source): void => {
  const unknown = unknownMigrations(migrations)
  if (unknown.length === 0) return
  throw new UsageError(
    `This is the copy of a newer version of Byname (${unknown.join(', ')}). Run that version or a later one.`,
  )
}

const summarize = async (tx: StoreTransaction): Promise<readonly TableSummary[]> => {
  for await (const part of readRows(tx)) if (part.kind === 'end') return part.tables
  return []
}

const assertEqual = (copied: readonly TableSummary[], stored: readonly TableSummary[]): void => {
  const different = stored.find(({ table, rows, sha256 }) => {
    const source = copied.find((candidate) => candidate.table === table)
    return source?.rows !== rows || source.sha256 !== sha256
  })
  if (!different && stored.length === copied.length) return
  throw new UsageError(
    `What arrived is not what was copied${different ? `: see ${different.table}` : ''}. Nothing was kept.`,
  )
}
