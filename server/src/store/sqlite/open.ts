import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { Kysely } from 'kysely'
import { sqliteDialect } from '../dialect.ts'
import type { Engine } from '../engine.ts'
import { guardedDialect } from '../guarded-driver.ts'
import { routedDialect } from '../routed-dialect.ts'
import type { Tables } from '../tables.ts'
import { createWaitingLine } from '../waiting-line.ts'
import { nodeSqliteDialect } from './dialect.ts'
import { prepareLookups } from './lookups.ts'
import { restrictToOwner } from './owner-only.ts'
import { ReadingThread } from './reading-thread.ts'
import { whenFree } from './when-free.ts'

/**
 * Opens (or creates) a SQLite file for durable writes by several processes of one machine, readable by its owner only.
 *
 * `lockTimeout` is in milliseconds. Throws SQLite's error when the path is not a database, cannot be written, or
 * stays locked.
 */
export const openSqlite = async (
  path: string,
  lockTimeout: number,
  line = createWaitingLine(),
): Promise<Engine> => {
  const options: DatabaseSyncOptions = { enableForeignKeyConstraints: true, defensive: true }
  restrictToOwner(path)
  const writer = new DatabaseSync(path, options)
  try {
    // Writers and readers go on side by side only with a write-ahead log.
    await whenFree(lockTimeout, () => writer.exec('pragma journal_mode = wal'))
    writer.exec('pragma synchronous = full; pragma fullfsync = on')
    await whenFree(lockTimeout, () => assertWritable(writer))
  } catch (error) {
    writer.close()
    throw error
  }

  const reader = new DatabaseSync(path, { ...options, readOnly: true, timeout: lockTimeout })
  const dialect = nodeSqliteDialect({ writer, reader, line, lockTimeout })
  const db = new Kysely<Tables>({ dialect: guardedDialect(dialect, line) })
  const thread = new ReadingThread({ path, lockTimeout }, line)
  return {
    dialect: sqliteDialect,
    db,
    recent: new Kysely<Tables>({
      dialect: guardedDialect(
        routedDialect(dialect, (query) => thread.read(query)),
        line,
      ),
    }),
    latest: db,
    replicas: () => [],
    prepareLookups: (queries) => prepareLookups(reader, queries),
    // A statement runs to its end; nothing outside of this process can hold it up but a lock.
    boundQueries: () => {},
    connections: () => (thread.isRunning() ? 3 : 2),
    close: async () => {
      line.open()
      await thread.close()
      await db.destroy()
    },
  }
}

/** SQLite opens a file it may not write for reading, and fails no sooner than at the first write. This is one. */
const assertWritable = (database: DatabaseSync): void =>
  database.exec('begin immediate; pragma user_version = 0; rollback')
