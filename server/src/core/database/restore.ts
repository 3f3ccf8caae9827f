import { withBackup } from '../../store/backup/file.ts'
import { load } from '../../store/copy/load.ts'
import type { TableSummary } from '../../store/copy/parts.ts'

interface Restore {
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
export const restore = ({ databaseUrl, file }: Restore): Promise<readonly TableSummary[]> =>
  withBackup(file, (source) => load(databaseUrl, source))
