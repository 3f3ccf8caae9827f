import { type DumpSource, readRows, type TableSummary } from './dump.ts'
import { withBackup, writeBackup } from './format.ts'
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

/** @throws OperatorError those of `withSnapshot`. */
function withDump<T>(url: string, use: (source: DumpSource) => Promise<T>): Promise<T> {
  return withSnapshot(url, 'copy', (tx, migrations) => use({ migrations, chunks: readRows(tx) }))
}
