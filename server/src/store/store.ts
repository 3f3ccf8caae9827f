import { sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import { AppError } from '../errors.ts'
import type { CreateSubnameOutcome, Subname } from '../model/subname.ts'
import { OperatorError } from '../operator-error.ts'
import type { DatabaseDriver, ReplicaState } from './database-driver.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { type AcquireQueue, type AcquireQueueLimits, createAcquireQueue } from './driver/acquire-queue.ts'
import { mapDatabaseError } from './driver/error-classification.ts'
import { compileLookupQueries, type Lookup, lookUp } from './lookup.ts'
import { migrate } from './migrate.ts'
import { withColumnCodec } from './plain-database.ts'
import type { ReplicaOptions } from './postgres/replica-router.ts'
import type { Queryable, StoreWriter } from './tables.ts'

/** The open database. While it is unavailable, all calls fail with `DatabaseUnavailableError`, whose cause is its own error. */
export interface Store extends StoreWriter {
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * For single queries that do not change data that lookups read: those need `transaction`, or `statement` for a single one.
   */
  readonly db: Queryable
  /** For single reads that may lag: lists, searches, counts. */
  readonly replica: Queryable
  /** For single reads that continue while the primary is unreachable: they then lag as much as their replica. */
  readonly read: Queryable
  /**
   * Reads a resolver entry and a name for the gateway, with every write committed before the call in any process, unless only a
   * replica is reachable. `undefined` without such a resolver entry. Small texts are included even if not requested.
   */
  lookup(resolverId: string, name: string, withTexts?: boolean): Promise<Lookup | undefined>
  /**
   * A version that changes with every commit that can affect a lookup: data read under an unchanged version is still current.
   * Commits of this process count immediately, those of others immediately on SQLite. On PostgreSQL they count within 100 ms
   * while notifications arrive; otherwise each call returns a new version.
   */
  dataVersion(): number
  /**
   * Writes a new subname with its addresses and counts it, if its domain is in use by `workspaceId`, all or nothing. The
   * database decides every race.
   */
  createSubname(subname: Subname, workspaceId: string): Promise<CreateSubnameOutcome>
  /** The states of the replicas; empty without replicas. */
  replicaStates(): readonly ReplicaState[]
  /** The load: open connections, and queries and transactions that wait for one. */
  poolStats(): { readonly connections: number; readonly waiting: number }
  /** Resolves when the database responds. */
  ping(): Promise<void>
  /** Waits for operations in progress, then closes. Later operations fail. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** `sqlite:<path>` of a file, or `postgres://…`. */
  readonly url: string
  /** Milliseconds to wait for a lock of another process; 10 seconds if absent. */
  readonly lockTimeoutMs?: number
  /** Streaming replicas of a PostgreSQL database. */
  readonly replicas?: ReplicaOptions
  /** Bounds of the queue for a connection; operations beyond them are rejected. */
  readonly acquireQueue?: AcquireQueueLimits
}

/**
 * Opens and migrates the database.
 *
 * @throws OperatorError with the database (without its password) and the reason when it cannot be opened or migrated, or was
 * migrated by a newer version.
 */
export async function openStore({
  url,
  lockTimeoutMs = 10_000,
  replicas,
  acquireQueue: queueLimits,
}: StoreOptions): Promise<Store> {
  const database = parseDatabaseUrl(url, replicas)
  const queue = createAcquireQueue(queueLimits)
  try {
    return await initialize(await database.open(lockTimeoutMs, queue), queue)
  } catch (error) {
    throw new OperatorError(`Cannot open the ${database.description}: ${describeError(error)}`, {
      cause: error,
    })
  }
}

async function initialize(driver: DatabaseDriver, queue: AcquireQueue): Promise<Store> {
  try {
    await migrate(driver.db, driver.dialect)
    driver.applyQueryTimeouts()
    return createStore(driver, queue)
  } catch (error) {
    await driver.close()
    throw error
  }
}

function createStore(driver: DatabaseDriver, queue: AcquireQueue): Store {
  const { dialect } = driver
  const db = withColumnCodec(driver.db)
  const lookups = driver.prepareLookups(compileLookupQueries(db))
  const writer: StoreWriter = {
    // A failed commit may still have happened.
    transaction: (run) => db.transaction().execute(run).finally(lookups.onCommit),
    statement: (run) => run(db).finally(lookups.onCommit),
  }
  let closing: Promise<void> | undefined
  return {
    ...writer,
    dialect: dialect.name,
    db,
    replica: withColumnCodec(driver.replica),
    read: withColumnCodec(driver.read),
    replicaStates: driver.replicaStates,
    createSubname: (subname, workspaceId) => dialect.createSubname(writer, subname, workspaceId),
    lookup: (resolverId, name, withTexts = false) =>
      lookUp(lookups, { resolverId, name, withTexts }).catch(throwMappedError),
    dataVersion: lookups.dataVersion,
    poolStats: () => ({ connections: driver.connections(), waiting: queue.waiting() }),
    ping: async () => {
      await db.selectNoFrom(sql<number>`1`.as('one')).execute()
    },
    close: () => {
      closing ??= driver.close()
      return closing
    },
  }
}

function throwMappedError(error: unknown): never {
  throw mapDatabaseError(error)
}

/** A message for the operator. A connection refused at every address of a host has no message, only a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AppError && error.cause !== undefined) return describeError(error.cause)
  if (error.message !== '') return error.message
  return errorCode(error) ?? error.name
}
