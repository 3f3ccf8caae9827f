import { Kysely } from 'kysely'
import pg from 'pg'
import { postgresDialect } from '../dialect.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { drainingPostgresDialect } from './dialect.ts'
import { LookupConnection } from './lookup-connection.ts'

/** Of each process; PostgreSQL allows 100 in all unless told otherwise. */
const maxConnections = 10

/**
 * Connects to PostgreSQL: a pool for queries and transactions, and a connection apart for lookups, so that a lookup
 * never waits behind writes. Connections are made when first needed. `lockTimeout` is in milliseconds.
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
  let lookups: LookupConnection | undefined
  return {
    dialect: postgresDialect,
    db,
    prepareLookup: ({ sql }) => {
      const connection = new LookupConnection(config, sql)
      lookups = connection
      return (name, resolverId) => connection.read(name, resolverId)
    },
    close: async () => {
      await db.destroy()
      await lookups?.close()
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
