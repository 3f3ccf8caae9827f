import { resolve } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import type { DatabaseDriver } from './database-driver.ts'
import type { AcquireQueue } from './driver/acquire-queue.ts'
import type { PlainDatabase } from './plain-database.ts'
import { openPostgres } from './postgres/open.ts'
import { parsePostgresUrl } from './postgres/parse-url.ts'
import { type ReplicaOptions, withReplicas } from './postgres/replica-router.ts'
import { openSqlite } from './sqlite/open.ts'
import { openSqliteReadOnly } from './sqlite/open-read-only.ts'

/** The location of a database: its description without the password, and how to open it. */
export interface DatabaseLocation {
  readonly description: string
  readonly open: (lockTimeoutMs: number, queue?: AcquireQueue) => Promise<DatabaseDriver>
  /** Opens it read-only, on separate connections. A missing database is not created. */
  readonly openReadOnly: () => PlainDatabase
}

/**
 * Parses `sqlite:<path>` or `postgres://…`, which may have replicas. Throws for any other URL, and for a SQLite database in
 * memory.
 */
export function parseDatabaseUrl(url: string, replicas?: ReplicaOptions): DatabaseLocation {
  const [scheme] = url.split(':', 1)
  if (scheme === 'sqlite') return parseSqliteUrl(url.slice('sqlite:'.length))
  if (scheme === 'postgres' || scheme === 'postgresql') return parsePostgresDatabaseUrl(url, replicas)
  throw new OperatorError('The database URL must start with sqlite: or postgres://.')
}

function parseSqliteUrl(filePath: string): DatabaseLocation {
  if (filePath === '' || filePath.includes(':memory:')) {
    throw new OperatorError(
      'The SQLite database must be a file, so that it outlives the process: sqlite:<path>.',
    )
  }
  const path = resolve(filePath)
  return {
    description: `SQLite database ${path}`,
    open: (lockTimeoutMs, queue) => openSqlite(path, lockTimeoutMs, queue),
    openReadOnly: () => openSqliteReadOnly(path),
  }
}

function parsePostgresDatabaseUrl(url: string, replicas: ReplicaOptions | undefined): DatabaseLocation {
  const { database, host, port } = parsePostgresUrl(url)
  return {
    description: `PostgreSQL database ${database} at ${host}:${port}`,
    open: async (lockTimeoutMs, queue) => {
      const primary = openPostgres(url, lockTimeoutMs, queue)
      return replicas ? withReplicas(primary, url, replicas, lockTimeoutMs) : primary
    },
    openReadOnly: () => openPostgres(url, 0).db,
  }
}
