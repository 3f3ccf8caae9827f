import { OperatorError } from '../operator-error.ts'
import { parseDatabaseUrl } from '../store/database-url.ts'
import { dialectOf } from '../store/driver/sql-dialect.ts'
import { buildAddressIndex } from '../store/entities/address-index.ts'
import { deleteHolds, insertHold } from '../store/entities/holds.ts'
import { applyMigrations, isVersion, unknownMigrations } from '../store/migrate.ts'
import { type PlainTransaction, withColumnCodecInTransaction } from '../store/plain-database.ts'
import { assertEmpty } from './assert-empty.ts'
import type { DumpSource, TableSummary } from './chunks.ts'
import { insertRows } from './insert-rows.ts'
import { type OnCopyProgress, withProgress } from './progress.ts'
import { readRows } from './read-rows.ts'
import { withErrorPrefix } from './with-error-prefix.ts'

const lockTimeoutMs = 10_000

interface LoadOptions {
  readonly onProgress?: OnCopyProgress | undefined
  /** The copy sends no webhooks and makes no payments until `resume`. */
  readonly isHeld?: boolean
}

/**
 * Creates the source's tables, inserts and compares the rows, and migrates, in one transaction.
 *
 * @throws OperatorError, with the database unchanged, when it is not empty, a newer version made the source, or the
 * rows differ.
 */
export async function load(
  url: string,
  source: DumpSource,
  { onProgress, isHeld = false }: LoadOptions = {},
): Promise<readonly TableSummary[]> {
  const { description, open } = await withErrorPrefix('The database URL', async () => parseDatabaseUrl(url))
  return withErrorPrefix(`Cannot fill the ${description}`, async () => {
    assertVersion(source)
    const { db, close } = await open(lockTimeoutMs)
    try {
      return await db.transaction().execute((tx) => loadInto(tx, source, { onProgress, isHeld }))
    } finally {
      await close()
    }
  })
}

async function loadInto(
  tx: PlainTransaction,
  source: DumpSource,
  { onProgress, isHeld }: LoadOptions,
): Promise<readonly TableSummary[]> {
  const dialect = dialectOf(tx)
  await dialect.acquireMigrationLock(tx)
  await dialect.bulk.disableTimeouts(tx)
  await assertEmpty(tx, source.migrations)
  await applyMigrations(tx, dialect, source.migrations)
  const copied = await insertRows(tx, withProgress(source.chunks, 'copying', onProgress))
  onProgress?.({ step: 'indexing' })
  await buildAddressIndex(withColumnCodecInTransaction(tx))
  const stored = await summarize(withProgress(readRows(tx), 'verifying', onProgress))
  assertEqual(copied, stored)
  await applyMigrations(tx, dialect)
  if (isHeld) await hold(tx)
  await dialect.bulk.continueKeys(tx)
  await dialect.bulk.analyze(tx)
  return stored
}

/** From now on, also where the copy was held before. */
async function hold(tx: PlainTransaction): Promise<void> {
  const db = withColumnCodecInTransaction(tx)
  await deleteHolds(db)
  await insertHold(db, { kind: 'restored', since: Date.now() })
}

function assertVersion({ migrations }: DumpSource): void {
  const unknown = unknownMigrations(migrations)
  if (unknown.length > 0)
    throw new OperatorError(
      `The copy is of a newer version of Byname (${unknown.join(', ')}). Run that version or a later one.`,
    )
  if (!isVersion(migrations)) throw new OperatorError('The copy has the tables of no version of Byname.')
}

async function summarize(chunks: DumpSource['chunks']): Promise<readonly TableSummary[]> {
  for await (const chunk of chunks) if (chunk.kind === 'end') return chunk.tables
  return []
}

function assertEqual(copied: readonly TableSummary[], stored: readonly TableSummary[]): void {
  const different = stored.find(({ table, rows, sha256 }) => {
    const source = copied.find((candidate) => candidate.table === table)
    return source?.rows !== rows || source.sha256 !== sha256
  })
  if (!different && stored.length === copied.length) return
  throw new OperatorError(
    `The stored rows differ from the copy${different ? `: see ${different.table}` : ''}. Nothing was kept.`,
  )
}
