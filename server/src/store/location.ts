import { resolve } from 'node:path'
import type { MaybePromise } from '../maybe-promise.ts'
import { UsageError } from '../usage-error.ts'
import type { Engine } from './engine.ts'
import { openPostgres } from './postgres/open.ts'
import { parsePostgresUrl } from './postgres/parse-url.ts'
import { type ReplicaOptions, withReplicas } from './postgres/replicas.ts'
import { openSqlite } from './sqlite/open.ts'
import { openSqliteToRead } from './sqlite/open-to-read.ts'
import type { Queryable } from './tables.ts'
import type { WaitingLine } from './waiting-line.ts'

/** Where the database is: how to speak of it, without its password, and how to open it. */
export interface Location {
  readonly title: string
  readonly open: (lockTimeout: number, line?: WaitingLine) => MaybePromise<Engine>
  /** Opens it to read it only, on connections of its own. A database that is not there is not made. */
  readonly openToRead: () => Queryable
}

/**
 * Reads `sqlite:<path>` or `postgres://…`, which may have replicas. Throws on anything else, and on a SQLite database in
 * memory.
 */
export const parseLocation = (url: string, replicas?: ReplicaOptions): Location => {
  const [scheme] = url.split(':', 1)
  if (scheme === 'sqlite') return sqliteLocation(url.slice('sqlite:'.length))
  if (scheme === 'postgres' || scheme === 'postgresql') return postgresLocation(url, replicas)
  throw new UsageError('The database URL must start with sqlite: or postgres://.')
}

const sqliteLocation = (given: string): Location => {
  if (given === '' || given.includes(':memory:')) {
    throw new UsageError(
      'The SQLite database must be a file, so that it outlives the process: sqlite:<path>.',
    )
  }
  const path = resolve(given)
  return {
    title: `SQLite database ${path}`,
    open: (lockTimeout, line) => openSqlite(path, lockTimeout, line),
    openToRead: () => openSqliteToRead(path),
  }
}

const postgresLocation = (url: string, replicas: ReplicaOptions | undefined): Location => {
  const { database, host, port } = parsePostgresUrl(url)
  return {
    title: `PostgreSQL database ${database} at ${host}:${port}`,
    open: (lockTimeout, line) => {
      const primary = openPostgres(url, lockTimeout, line)
      return replicas ? withReplicas(primary, url, replicas, lockTimeout) : primary
    },
    openToRead: () => openPostgres(url, 0).db,
  }
}
