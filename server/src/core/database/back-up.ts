import type { TableSummary } from '../../backup/chunks.ts'
import { writeBackup } from '../../backup/file.ts'
import { withSnapshot } from '../../backup/snapshot.ts'

interface BackUpOptions {
  readonly databaseUrl: string
  /** The file to write. */
  readonly file: string
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes everything that is in a database at one instant into a new file; gives how much that is. Services go on using the database, which is not
 * changed; that is why it takes no context, which would migrate it.
 *
 * @throws UsageError when the database cannot be read, or the file cannot be written or exists; then there is no file.
 */
export function backUp({ databaseUrl, file, signal }: BackUpOptions): Promise<readonly TableSummary[]> {
  return withSnapshot(databaseUrl, (snapshot) => writeBackup(file, snapshot, { takenAt: Date.now(), signal }))
}
