import type { TableSummary } from './chunks.ts'
import { withBackup, writeBackup } from './file.ts'
import { load } from './load.ts'
import { type OnCopyProgress, withProgress } from './progress.ts'
import { withSnapshot } from './snapshot.ts'

interface BackUpOptions {
  readonly databaseUrl: string
  /** The file to write. */
  readonly file: string
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnCopyProgress
}

/**
 * Writes everything that is in a database at one instant into a new file; gives how much that is. Services go on using the database, which is not
 * changed; that is why it takes no context, which would migrate it.
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
  /** Of an empty database, of the same kind or the other one. */
  readonly to: string
  readonly onProgress?: OnCopyProgress
}

/**
 * Copies everything that is in a database at one instant into an empty one, and brings that up to date. The first is not
 * changed; what is written to it afterwards does not come along. Gives what was read back.
 *
 * @throws OperatorError, with both as they were, when one cannot be used or the second is not empty.
 */
export function moveDatabase({ from, to, onProgress }: MoveOptions): Promise<readonly TableSummary[]> {
  return withSnapshot(from, (snapshot) => load(to, snapshot, onProgress))
}

interface RestoreOptions {
  /** Of an empty database, of either kind. */
  readonly databaseUrl: string
  readonly file: string
  readonly onProgress?: OnCopyProgress
}

/**
 * Brings a backup into an empty database and up to date. What is in it afterwards was read back and is what was backed
 * up; gives how much that is.
 *
 * @throws OperatorError, with the database as it was, when it is not empty, or the backup is damaged or of a newer version.
 */
export function restoreDatabase({
  databaseUrl,
  file,
  onProgress,
}: RestoreOptions): Promise<readonly TableSummary[]> {
  return withBackup(file, (dump) => load(databaseUrl, dump, onProgress))
}
