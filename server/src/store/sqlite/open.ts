import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { sqliteDialect } from '../dialect.ts'
import type { Engine } from '../engine.ts'
import { guardedDialect } from '../guarded-driver.ts'
import type { Tables } from '../tables.ts'
import { createWaitingLine } from '../waiting-line.ts'
import { nodeSqliteDialect } from './dialect.ts'
import { prepareLookups } from './lookups.ts'

const busy = 5

/**
 * Opens (or creates) a SQLite file for durable writes by several processes of one machine.
 *
 * `lockTimeout` is in milliseconds. Throws SQLite's error when the path is not a database, cannot be written, or
 * stays locked.
 */
export const openSqlite = async (
  path: string,
  lockTimeout: number,
  line = createWaitingLine(),
): Promise<Engine> => {
  const options: DatabaseSyncOptions = {
    timeout: lockTimeout,
    enableForeignKeyConstraints: true,
    defensive: true,
  }
  const writer = new DatabaseSync(path, options)
  try {
    await useWriteAheadLog(writer, lockTimeout)
    writer.exec('pragma synchronous = full; pragma fullfsync = on')
    assertWritable(writer)
  } catch (error) {
    writer.close()
    throw error
  }

  const reader = new DatabaseSync(path, { ...options, readOnly: true })
  const db = new Kysely<Tables>({ dialect: guardedDialect(nodeSqliteDialect(writer, reader, line), line) })
  return {
    dialect: sqliteDialect,
    db,
    prepareLookups: (queries) => prepareLookups(reader, queries),
    // A statement runs to its end; nothing outside of this process can hold it up but a lock.
    boundQueries: () => {},
    connections: () => 2,
    close: async () => {
      line.open()
      await db.destroy()
    },
  }
}

/**
 * Writers and readers go on side by side only with a write-ahead log. Two processes that create the file at once
 * collide in this step without waiting for each other, so it is tried again until `lockTimeout` has passed.
 */
const useWriteAheadLog = async (database: DatabaseSync, lockTimeout: number): Promise<void> => {
  const deadline = performance.now() + lockTimeout
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await wait(10)
    }
  }
}

/** SQLite opens a file it may not write for reading, and fails no sooner than at the first write. This is one. */
const assertWritable = (database: DatabaseSync): void =>
  database.exec('begin immediate; pragma user_version = 0; rollback')

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === busy
