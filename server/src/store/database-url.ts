import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperatorError } from '../errors.ts'
import type { DatabaseDriver } from './database-driver.ts'
import { fullDiskAdvice } from './disk-state.ts'
import type { AcquireQueue } from './driver/acquire-queue.ts'
import type { PlainDatabase } from './plain-database.ts'
import { parsePostgresUrl } from './postgres/connection.ts'
import { openPostgres } from './postgres/open.ts'
import { openWithReplicas, type ReplicaOptions } from './postgres/replica-router.ts'
import { openSqliteReadOnly } from './sqlite/files.ts'
import { openSqlite } from './sqlite/open.ts'

/** The description omits the password. */
export interface DatabaseLocation {
  readonly description: string
  readonly open: (lockTimeoutMs: number, queue?: AcquireQueue) => Promise<DatabaseDriver>
  /** Whether its file exists; of a server, true. */
  readonly exists: () => boolean
  /** What to do if the disk of its file is full; of a server, undefined. */
  readonly fullDiskAdvice: () => string | undefined
  /** Removes its file, which this process has made and closed; of a server, nothing. */
  readonly discard: () => Promise<void>
  /** Never creates the database. */
  readonly openReadOnly: () => PlainDatabase
}

/**
 * Accepts `sqlite:<path>` or `postgres://…`.
 * @throws OperatorError for anything else, or an in-memory SQLite database.
 */
export function parseDatabaseUrl(url: string, replicas?: ReplicaOptions): DatabaseLocation {
  const [scheme] = url.split(':', 1)
  if (scheme === 'sqlite') return parseSqliteUrl(url.slice('sqlite:'.length))
  if (scheme === 'postgres' || scheme === 'postgresql') return parsePostgresDatabaseUrl(url, replicas)
  throw new OperatorError('The database URL must start with sqlite: or postgres://.')
}

/** Of the file. */
export function sqlitePath(url: string): string {
  return resolve(url.slice('sqlite:'.length))
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
    exists: () => existsSync(path),
    fullDiskAdvice: () => fullDiskAdvice(path),
    discard: async () => {
      for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true })
    },
    openReadOnly: () => openSqliteReadOnly(path),
  }
}

function parsePostgresDatabaseUrl(url: string, replicas: ReplicaOptions | undefined): DatabaseLocation {
  const { database, host, port } = parsePostgresUrl(url)
  return {
    description: `PostgreSQL database ${database} at ${host}:${port}`,
    open: async (lockTimeoutMs, queue) => {
      return replicas
        ? openWithReplicas(url, replicas, lockTimeoutMs, queue)
        : openPostgres(url, lockTimeoutMs, queue)
    },
    exists: () => true,
    fullDiskAdvice: () => undefined,
    discard: async () => {},
    openReadOnly: () => openPostgres(url, 0).db,
  }
}
