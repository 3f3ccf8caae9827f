import type { Readable } from 'node:stream'
import { type DumpSource, readRows, type TableSummary } from './dump.ts'
import { compressBackup, readBackup, withBackup, writeBackup } from './format.ts'
import { findKnownColumns } from './known-columns.ts'
import { load } from './load.ts'
import { type OnCopyProgress, withProgress } from './operations.ts'
import { withSnapshot } from './snapshot.ts'

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
  return withDump(databaseUrl, ({ migrations, chunks }) =>
    writeBackup(
      file,
      { migrations, chunks: withProgress(chunks, 'copying', onProgress) },
      { takenAt: Date.now(), signal },
    ),
  )
}

interface StreamOptions extends Omit<BackUpOptions, 'file'> {
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * As `backUp`, for a place that is no file: `consume` gets what the file would have.
 *
 * @throws OperatorError when the database cannot be read; those of `consume`.
 */
export function backUpInto(
  { databaseUrl, now: takenAt, signal, onProgress }: StreamOptions,
  consume: (compressed: Readable) => Promise<void>,
): Promise<readonly TableSummary[]> {
  return withDump(databaseUrl, ({ migrations, chunks }) =>
    compressBackup(
      { migrations, chunks: withProgress(chunks, 'copying', onProgress) },
      { takenAt, signal },
      consume,
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
  return withDump(from, (dump) => load(to, dump, { onProgress }))
}

interface RestoreOptions {
  readonly databaseUrl: string
  readonly file: string
  readonly onProgress?: OnCopyProgress | undefined
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

interface RestoreFromOptions extends Omit<RestoreOptions, 'file' | 'onProgress'> {
  readonly onProgress?: OnCopyProgress | undefined
  /** Throws for rows that are not kept. */
  readonly check: (tables: readonly TableSummary[]) => void
}

/** As `restoreDatabase`, of what a file has. @throws OperatorError those of `restoreDatabase` and of `compressed`. */
export function restoreFrom(
  compressed: Readable,
  { databaseUrl, onProgress, check }: RestoreFromOptions,
): Promise<readonly TableSummary[]> {
  return readBackup(compressed, (dump) => load(databaseUrl, dump, { onProgress, isHeld: true, check }))
}

/**
 * As `restoreDatabase`, of a SQLite database, which is only read.
 *
 * @throws OperatorError as `moveDatabase`.
 */
export function restoreSqliteFile({
  databaseUrl,
  file,
  onProgress,
}: RestoreOptions): Promise<readonly TableSummary[]> {
  return withDump(`sqlite:${file}`, (dump) => load(databaseUrl, dump, { onProgress, isHeld: true }))
}

/** @throws OperatorError those of `withSnapshot`. */
function withDump<T>(url: string, use: (source: DumpSource) => Promise<T>): Promise<T> {
  return withSnapshot(url, 'copy', async (tx, migrations) =>
    use({ migrations, chunks: readRows(tx, await findKnownColumns(tx)) }),
  )
}
