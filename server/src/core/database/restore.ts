import type { TableSummary } from '../../backup/chunks.ts'
import { withBackup } from '../../backup/file.ts'
import { load } from '../../backup/load.ts'

interface RestoreOptions {
  /** Of an empty database, of either kind. */
  readonly databaseUrl: string
  readonly file: string
}

/**
 * Brings a backup into an empty database and up to date. What is in it afterwards was read back and is what was backed
 * up; gives how much that is.
 *
 * @throws UsageError, with the database as it was, when it is not empty, or the backup is damaged or of a newer version.
 */
export function restoreDatabase({ databaseUrl, file }: RestoreOptions): Promise<readonly TableSummary[]> {
  return withBackup(file, (dump) => load(databaseUrl, dump))
}
