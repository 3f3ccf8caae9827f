import { Kysely } from 'kysely'
import pg from 'pg'
import { postgresDialect } from '../dialect.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { ChangeFeed } from './change-feed.ts'
import { drainingPostgresDialect } from './dialect.ts'
import { LookupConnection } from './lookup-connection.ts'

/** Of each process; PostgreSQL allows 100 in all unless told otherwise. */
const maxConnections = 10

/**
 * Connects to PostgreSQL: a pool for queries and transactions, and apart from it a connection for lookups, so that none
 * waits behind writes, and one for notifications of commits. Connections are made when first needed. `lockTimeout` is in
 * milliseconds.
 */
export const openPostgres = (url: string, lockTimeout: number): Engine => {
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'byname',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    lock_timeout: lockTimeout,
    types: { getTypeParser },
  }
  const pool = openPool(config)
  const db = new Kysely<Tables>({ dialect: drainingPostgresDialect(pool) })
  let stopLookups = async () => {}
  return {
    dialect: postgresDialect,
    db,
    prepareLookups: (queries) => {
      const connection = new LookupConnection(config, queries)
      const changes = new ChangeFeed(config)
      stopLookups = async () => {
        await connection.close()
        await changes.close()
      }
      return {
        readName: (name, resolverId) => connection.readName(name, resolverId),
        readCover: (chainId, names) => connection.readCover(chainId, names),
        stamp: () => changes.stamp(),
        committed: () => changes.announce(),
      }
    },
    close: async () => {
      await db.destroy()
      await stopLookups()
    },
  }
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
