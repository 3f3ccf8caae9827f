import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'
import type { LookupQueries } from '../lookup.ts'
import type { WriteTrial } from '../write-trial.ts'
import { assertCurrent, type FileAccess, normalAccess, openConnection } from './file-access.ts'
import { GroupCommit } from './group-commit.ts'
import { type LookupConnection, prepareLookups } from './lookups.ts'
import { type Execute, withStatementCache } from './statement-cache.ts'

/** Open connections of this thread, one to write and one to read committed data. */
export interface Connections {
  readonly access: FileAccess
  readonly groupCommit: GroupCommit
  readonly write: Execute
  readonly read: Execute
  readonly lookups: (queries: LookupQueries) => LookupConnection
  readonly keepJournalsInMemory: () => void
  readonly close: () => void
}

/** What uses them asks for them each time: they are replaced when the file can be written again. */
export interface ConnectionSource {
  /** @throws DatabaseUnavailableError while nothing is open, or another process has changed what they read. */
  readonly current: () => Connections
  /** Why nothing can be written; undefined: nothing is known to be in the way. */
  readonly writeFault: () => WriteTrial | undefined
  /**
   * Of statements and savepoints: each commit would create and remove a file for them. Not for migrations and restores, whose
   * sorting SQLite keeps in memory then, too.
   */
  readonly keepJournalsInMemory: () => void
  readonly close: () => void
}

const options: DatabaseSyncOptions = { enableForeignKeyConstraints: true, defensive: true }

/**
 * A batch of 1,000 names changes more pages than the 2 MiB of SQLite's default hold: those that do not fit are written before
 * the commit, and read again. Taken as it is filled.
 */
const writerCacheKib = 16_384

/** Throws SQLite's error when the file is invalid, not writable or locked. */
export function openWritable(path: string, lockTimeoutMs: number): Connections {
  const access = normalAccess(path)
  const writer = openConnection(access, options)
  try {
    // WAL allows concurrent readers and a writer.
    writer.exec('pragma journal_mode = wal')
    writer.exec('pragma synchronous = full; pragma fullfsync = on')
    writer.exec(`pragma cache_size = -${writerCacheKib}`)
    assertWritable(writer)
    return connect(access, writer, lockTimeoutMs)
  } catch (error) {
    writer.close()
    throw error
  }
}

/** SQLite opens an unwritable file for reading and fails only at the first write. */
function assertWritable(database: DatabaseSync): void {
  database.exec('begin immediate; pragma user_version = 0; rollback')
}

/** Each write fails. */
export function openForReading(access: FileAccess, lockTimeoutMs: number): Connections {
  return connect(access, openConnection(access, options), lockTimeoutMs)
}

function connect(access: FileAccess, writer: DatabaseSync, lockTimeoutMs: number): Connections {
  const reader = openConnection({ ...access, isReadOnly: true }, { ...options, timeout: lockTimeoutMs })
  const read = withStatementCache(reader)
  let lookups: LookupConnection | undefined
  return {
    access,
    groupCommit: new GroupCommit(writer, lockTimeoutMs),
    write: withStatementCache(writer),
    read: (query) => {
      const result = read<never>(query)
      assertCurrent(access)
      return result
    },
    lookups: (queries) => (lookups ??= prepareLookups(reader, queries)),
    keepJournalsInMemory: () => writer.exec('pragma temp_store = memory'),
    // The writer last: only it can checkpoint the WAL.
    close: () => {
      reader.close()
      writer.close()
    },
  }
}
