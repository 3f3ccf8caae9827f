import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import pg from 'pg'
import type { DatabaseDriver } from '../database-driver.ts'
import { createAcquireQueue } from '../driver/acquire-queue.ts'
import { createDamageNotes, type DamageNotes } from '../driver/damage.ts'
import { errorMappingDialect } from '../driver/errors.ts'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import { UsageCounter } from '../driver/usage-counter.ts'
import type { PlainTables } from '../plain-database.ts'
import type { CommitWatcher } from './commit-notifications.ts'
import { connectionString, type PostgresSessions, socketOf } from './connection.ts'
import { createFullDiskNotes } from './full-disk.ts'
import { openHealthPool, tryWritePostgres } from './health-connections.ts'
import { LookupConnection } from './lookup-connection.ts'
import { modeOf } from './mode.ts'
import {
  connectWithinRefusal,
  createRefusedConnections,
  type RefusedConnections,
} from './refused-connections.ts'
import { rejectUnreplicated } from './replicated-commits.ts'

/** Per process; PostgreSQL allows 100 by default. */
const maxConnections = 10

const statementTimeoutMs = 30_000

/**
 * A process that stops, or whose machine is gone, while it is in a transaction holds its locks for so long. Above the time that an
 * overloaded event loop takes between two statements.
 */
const idleInTransactionTimeoutMs = 10_000

/** Milliseconds of silence during a query until the server counts as lost. */
const idleSocketTimeoutMs = statementTimeoutMs + 5_000

interface OpenOptions {
  readonly replay?: CommitWatcher
  readonly assertUsable?: () => void
}

/**
 * Opens a pool, plus connections for commits of other processes and for lookups, which must not wait behind writes.
 * Connects on first use, in the mode that the URL names. `lockTimeoutMs` is in milliseconds. With `replay`, which sees the
 * commits of a replica, sessions are read-only. `assertUsable` throws while queries are not to be sent.
 */
export function openPostgres(
  url: string,
  lockTimeoutMs: number,
  queue = createAcquireQueue(),
  { replay, assertUsable = () => {} }: OpenOptions = {},
): DatabaseDriver {
  const mode = modeOf(url)
  const sqlDialect = mode.dialect(lockTimeoutMs)
  const config: pg.ClientConfig = {
    connectionString: connectionString(url),
    application_name: 'byname',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  }
  const sessions = mode.createSessions({
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    ...(replay && { default_transaction_read_only: 'on' }),
  })
  const pool = openPool({ ...config, onConnect: sessions.prepare })
  const idle = trackIdle(pool)
  const refused = createRefusedConnections()
  const options = { sessions, assertUsable, refused }
  const dialect = withSqlDialect(drainingPostgresDialect(pool, options), sqlDialect)
  const space = createFullDiskNotes()
  const damage = withNotes(createDamageNotes(), space.note)
  const db = new Kysely<PlainTables>({ dialect: errorMappingDialect(dialect, { queue, damage }) })
  const healthPool = openHealthPool({ ...config, onConnect: sessions.prepare })
  const healthDialect = withSqlDialect(drainingPostgresDialect(healthPool, options), sqlDialect)
  const health = new Kysely<PlainTables>({
    dialect: errorMappingDialect(healthDialect, { queue: createAcquireQueue(), damage }),
  })
  let stopLookups = async () => {}
  return {
    dialect: sqlDialect,
    db,
    replica: db,
    read: db,
    health,
    tryWrite: () => tryWritePostgres(healthPool, { config, refused, space }),
    writeFault: () => undefined,
    damage,
    replicaStates: () => [],
    advice: sessions.advice,
    repeatTransactions: mode.repeatTransactions,
    prepareLookups: (queries) => {
      const connection = new LookupConnection(config, queries, sessions, idle.discard)
      const commits = replay ?? mode.watchCommits(config, sessions)
      stopLookups = async () => {
        await connection.close()
        await commits.close()
      }
      return {
        readName: (name, resolverId) => connection.readName(name, resolverId),
        readNameWithTexts: (name, resolverId) => connection.readNameWithTexts(name, resolverId),
        readCoveringDomain: (chainId, names) => connection.readCoveringDomain(chainId, names),
        readSealedSet: (subnameKey) => connection.readSealedSet(subnameKey),
        readSealProof: (root, bucket) => connection.readSealProof(root, bucket),
        dataVersion: () => commits.version(),
        onCommit: () => commits.notify(),
      }
    },
    prepareToServe: () => {
      pool.on('connect', destroyWhenIdle)
    },
    connections: () => pool.totalCount + healthPool.totalCount,
    close: async () => {
      queue.unbound()
      await db.destroy()
      await health.destroy()
      await stopLookups()
    },
  }
}

function withNotes(damage: DamageNotes, note: (error: unknown) => void): DamageNotes {
  return {
    ...damage,
    note: (error) => {
      damage.note(error)
      note(error)
    },
  }
}

/** Closes a socket that stays silent: a crashed machine sends no FIN. */
function destroyWhenIdle(client: pg.PoolClient): void {
  const stream = socketOf(client)
  stream.setTimeout(idleSocketTimeoutMs, () => stream.destroy())
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: maxConnections })
  // The query reports a lost connection; an unhandled event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * What waits in the pool for the next query. A firewall that has forgotten a connection says nothing, so a query on it waits
 * for `idleSocketTimeoutMs`.
 */
function trackIdle(pool: pg.Pool): { readonly discard: () => void } {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  return {
    discard: () => {
      for (const client of idle) socketOf(client).destroy()
    },
  }
}

/** Parses 64-bit integers as numbers: the store has none above 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')

interface DrainingOptions {
  readonly sessions: PostgresSessions
  readonly assertUsable: () => void
  readonly refused: RefusedConnections
}

function drainingPostgresDialect(pool: Pool, options: DrainingOptions): Dialect {
  return {
    createDriver: () => new DrainingDriver(pool, options),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Not exported by Kysely. */
type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

/** The stock driver ends its pool at once; queries waiting for a connection would never settle. */
class DrainingDriver extends PostgresDriver {
  readonly #users = new UsageCounter()
  readonly #sessions: PostgresSessions
  readonly #assertUsable: () => void

  constructor(pool: Pool, { sessions, assertUsable, refused }: DrainingOptions) {
    super({ pool: rejectUnreplicated(pool, connectWithinRefusal(pool, refused)) })
    this.#sessions = sessions
    this.#assertUsable = assertUsable
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#assertUsable()
    this.#users.enter()
    try {
      return await super.acquireConnection()
    } catch (error) {
      this.#users.leave()
      throw error
    }
  }

  override async beginTransaction(
    connection: PostgresConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    const limits = this.#sessions.transactionLimits()
    if (limits !== undefined) await connection.executeQuery(CompiledQuery.raw(limits))
  }

  override async releaseConnection(connection: PostgresConnection): Promise<void> {
    try {
      await super.releaseConnection(connection)
    } finally {
      this.#users.leave()
    }
  }

  override async destroy(): Promise<void> {
    await this.#users.waitUntilUnused()
    await super.destroy()
  }
}
