import { resolve } from 'node:path'
import pg from 'pg'
import type { Engine, MaybePromise } from './engine.ts'
import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'
import type { WaitingLine } from './waiting-line.ts'

/** Where the database is: how to speak of it, without its password, and how to open it. */
export interface Location {
  readonly title: string
  readonly open: (lockTimeout: number, line?: WaitingLine) => MaybePromise<Engine>
}

/** Reads `sqlite:<path>` or `postgres://…`. Throws on anything else, and on a SQLite database in memory. */
export const parseLocation = (url: string): Location => {
  const [scheme] = url.split(':', 1)
  if (scheme === 'sqlite') return sqliteLocation(url.slice('sqlite:'.length))
  if (scheme === 'postgres' || scheme === 'postgresql') return postgresLocation(url)
  throw new Error('The database URL must start with sqlite: or postgres://.')
}

const sqliteLocation = (given: string): Location => {
  if (given === '' || given.includes(':memory:')) {
    throw new Error('The SQLite database must be a file, so that it outlives the process: sqlite:<path>.')
  }
  const path = resolve(given)
  return {
    title: `SQLite database ${path}`,
    open: (lockTimeout, line) => openSqlite(path, lockTimeout, line),
  }
}

const postgresLocation = (url: string): Location => {
  const { database, host, port } = postgresClient(url)
  return {
    title: `PostgreSQL database ${database} at ${host}:${port}`,
    open: (lockTimeout, line) => openPostgres(url, lockTimeout, line),
  }
}

/** A client that never connects, for what it reads in the URL. */
const postgresClient = (url: string): pg.Client => {
  try {
    return new pg.Client({ connectionString: url })
  } catch {
    // The cause would show the URL with its password.
    throw new Error('The PostgreSQL URL is not valid. Expected postgres://user:password@host:port/database.')
  }
}
