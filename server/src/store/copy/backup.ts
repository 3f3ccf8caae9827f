import { OperatorError } from '../../errors.ts'
import { parseDatabaseUrl } from '../database-url.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { appliedMigrations, unknownMigrations } from '../migrate.ts'
import type { PlainTransaction } from '../plain-database.ts'
import { columnsOf, type DumpSource, readRows, type TableSummary } from './dump.ts'
import { withBackup, writeBackup } from './format.ts'
import { load } from './load.ts'
import { type OnCopyProgress, withErrorPrefix, withProgress } from './operations.ts'

interface BackUpOptions {
  readonly databaseUrl: string
  readonly file: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnCopyProgress
}

/**
 * Takes no context, which would migrate the database.
 *
 * @throws OperatorError, leaving no file, when the database cannot be read, or the file exists or cannot be written.
 */
export function backUp({
  databaseUrl,
  file,
  signal,
  onProgress,
}: BackUpOptions): Promise<readonly TableSummary[]> {
  return withSnapshot(databaseUrl, ({ migrations, chunks }) =>
    writeBackup(
      file,
      { migrations, chunks: withProgress(chunks, 'copying', onProgress) },
      { takenAt: Date.now(), signal },
    ),
  )
}

interface MoveOptions {
  readonly from: string
  readonly to: string
  readonly onProgress?: OnCopyProgress
}

/**
 * Copies a snapshot, without later writes, and migrates the copy.
 *
 * @throws OperatorError, with both unchanged, when one cannot be used or the second is not empty.
 */
export function moveDatabase({ from, to, onProgress }: MoveOptions): Promise<readonly TableSummary[]> {
  return withSnapshot(from, (snapshot) => load(to, snapshot, { onProgress }))
}

interface RestoreOptions {
  readonly databaseUrl: string
  readonly file: string
  readonly onProgress?: OnCopyProgress
}

/**
 * Also migrates the database. Deliveries and payments of the copy are held.
 *
 * @throws OperatorError, with the database unchanged, when it is not empty, or the backup is damaged or of a newer
 * version.
 */
export function restoreDatabase({
  databaseUrl,
  file,
  onProgress,
}: RestoreOptions): Promise<readonly TableSummary[]> {
  return withBackup(file, (dump) => load(databaseUrl, dump, { onProgress, isHeld: true }))
}

/**
 * Neither migrates the database nor blocks writers.
 *
 * @throws OperatorError when it cannot be read, is not a Byname database, or was migrated by a newer version.
 */
async function withSnapshot<T>(url: string, use: (source: DumpSource) => Promise<T>): Promise<T> {
  const { description, openReadOnly } = await withErrorPrefix('The database URL', async () =>
    parseDatabaseUrl(url),
  )
  return withErrorPrefix(`Cannot copy the ${description}`, async () => {
    const db = openReadOnly()
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          await dialectOf(tx).bulk.disableTimeouts(tx)
          return use({ migrations: await migrationsOf(tx, description), chunks: readRows(tx) })
        })
    } finally {
      await db.destroy()
    }
  })
}

async function migrationsOf(tx: PlainTransaction, description: string): Promise<readonly string[]> {
  if ((await columnsOf(tx, 'migrations')).length === 0)
    throw new OperatorError(`There are no tables of Byname in the ${description}.`)
  const applied = await appliedMigrations(tx)
  const unknown = unknownMigrations(applied)
  if (unknown.length === 0) return applied
  throw new OperatorError(
    `A newer version of Byname has migrated the ${description} (${unknown.join(', ')}). Run that version or a later one.`,
  )
}
