import { Kysely } from 'kysely'
import pg from 'pg'
import { postgresDialect } from '../dialect.ts'
import type { Engine } from '../engine.ts'
import { guardedDialect } from '../guarded-driver.ts'
import type { Tables } from '../tables.ts'
import { createWaitingLine } from '../waiting-line.ts'
import { ChangeFeed } from './change-feed.ts'
import { drainingPostgresDialect } from './dialect.ts'
import { LookupConnection } from './lookup-connection.ts'
import { streamOf } from './stream-of.ts'

/** Of each process; PostgreSQL allows 100 in all unless told otherwise. */
const maxConnections = 10

/** Milliseconds after which the server ends a statement. */
const statementTimeout = 30_000

/** Milliseconds for which a server may be silent while a query waits for it, before it counts as gone. */
const silenceTimeout = statementTimeout + 5_000

/**
 * Connects to PostgreSQL: a pool for queries and transactions, and apart from it a connection for lookups, so that none
 * waits behind writes, and one for notifications of commits. Connections are made when first needed. `lockTimeout` is in
 * milliseconds.
 */
export const openPostgres = (url: string, lockTimeout: number, line = createWaitingLine()): Engine => {
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'byname',
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeout,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
    lock_timeout: lockTimeout,
    types: { getTypeParser },
  }
  const pool = openPool(config)
  const db = new Kysely<Tables>({ dialect: guardedDialect(drainingPostgresDialect(pool), line) })
  let stopLookups = async () => {}
  return {
    dialect: postgresDialect,
    db,
    recent: db,
    latest: db,
    replicas: () => [],
    prepareLookups: (queries) => {
      const connection = new LookupConnection(config, queries)
      const changes = new ChangeFeed(config)
      stopLookups = async () => {
        await connection.close()
        await changes.close()
      }
      return {
        readName: (name, resolverId) => connection.readName(name, resolverId),
        readNameWithTexts: (name, resolverId) => connection.readNameWithTexts(name, resolverId),
        readCover: (chainId, names) => connection.readCover(chainId, names),
        stamp: () => changes.stamp(),
        committed: () => changes.announce(),
      }
    },
    boundQueries: () => {
      pool.on('connect', endSilence)
    },
    connections: () => pool.totalCount,
    close: async () => {
      line.open()
      await db.destroy()
      await stopLookups()
    },
  }
}

/**
 * Cuts a connection on which nothing has come or gone for so long that a query on it must have been forgotten: a server
 * whose machine is gone sends nothing, not even an end.
 */
const endSilence = (client: pg.PoolClient): void => {
  const stream = streamOf(client)
  stream.setTimeout(silenceTimeout, () => stream.destroy())
}

const openPool = (config: pg.ClientConfig): pg.Pool => {
  const pool = new pg.Pool({ ...config, max: maxConnections })
  // The query that meets a lost connection reports it, and the pool replaces it; an unheard event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Reads 64-bit integers as numbers: the store keeps none above 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')
