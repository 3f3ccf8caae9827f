import type { TableSummary } from './chunks.ts'
import { withBackup, writeBackup } from './file.ts'
import { load } from './load.ts'
import { type OnCopyProgress, withProgress } from './progress.ts'
import { withSnapshot } from './snapshot.ts'

interface BackUpOptions {
  readonly databaseUrl: string
  readonly file: string
  /** Aborts the backup. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnCopyProgress
}

/**
 * Writes a snapshot of a database into a new file and returns its summary. Takes no context, which would migrate the database.
 *
 * @throws OperatorError when the database cannot be read, or the file cannot be written or exists; then there is no file.
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
  /** URL of an empty database, of either kind. */
  readonly to: string
  readonly onProgress?: OnCopyProgress
}

/**
 * Copies a snapshot of a database into an empty one, and migrates that. The first is not changed; later writes to it are not
 * copied. Returns the summary of what was read back.
 *
 * @throws OperatorError, with both unchanged, when one cannot be used or the second is not empty.
 */
export function moveDatabase({ from, to, onProgress }: MoveOptions): Promise<readonly TableSummary[]> {
  return withSnapshot(from, (snapshot) => load(to, snapshot, onProgress))
}

interface RestoreOptions {
  /** URL of an empty database, of either kind. */
  readonly databaseUrl: string
  readonly file: string
  readonly onProgress?: OnCopyProgress
}

/**
 * Restores a backup into an empty database and migrates it. Returns the summary of what was read back.
 *
 * @throws OperatorError, with the database unchanged, when it is not empty, or the backup is damaged or of a newer version.
 */
export function restoreDatabase({
  databaseUrl,
  file,
  onProgress,
}: RestoreOptions): Promise<readonly TableSummary[]> {
  return withBackup(file, (dump) => load(databaseUrl, dump, onProgress))
}
