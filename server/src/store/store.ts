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

/**
 * The open database. While it is not available, whatever is asked of it fails with `DatabaseUnavailableError`, whose cause is its
 * own failure.
 */
export interface Store extends StoreWriter {
  readonly dialect: 'sqlite' | 'postgres'
  /** For single queries that change nothing that lookups read: that belongs in `transaction`, or `statement` if it is one. */
  readonly db: Queryable
  /** For single reads that may lack what was written in the last moments: lists, searches, counts. */
  readonly replica: Queryable
  /** For single reads that go on while nothing can be written: then they are as old as the replica they come from. */
  readonly read: Queryable
  /**
   * Reads a resolver entry and a name for the gateway. Every write committed before the call is seen, whichever process made
   * it, unless only a replica can be reached. `undefined` when
   * there is no such resolver entry. Texts that are not asked for come with it where they are small.
   */
  lookup(resolverId: string, name: string, withTexts?: boolean): Promise<Lookup | undefined>
  /**
   * A number that is another one as soon as anything was committed that a lookup reads: what was read after the same
   * number is still true. Commits of this process count at once, those of others at once on SQLite. On PostgreSQL they
   * do within 100 ms while notifications arrive, and while those do not, each call gives another number.
   */
  dataVersion(): number
  /**
   * Writes a new subname with its addresses and counts it, if its domain is in use by `workspaceId`: all of it or nothing.
   * The database decides every race.
   */
  createSubname(subname: Subname, workspaceId: string): Promise<CreateSubnameOutcome>
  /** How far the replicas are; empty when there are none. */
  replicaStates(): readonly ReplicaState[]
  /** How busy it is: open connections, and queries and transactions that wait for one. */
  poolStats(): { readonly connections: number; readonly waiting: number }
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Waits for work in progress, then closes. Nothing may be started after it. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** `sqlite:<path>` of a file, or `postgres://…`. */
  readonly url: string
  /** How long to wait for a lock that another process holds, in milliseconds; 10 seconds if absent. */
  readonly lockTimeoutMs?: number
  /** Streaming replicas of a PostgreSQL database. */
  readonly replicas?: ReplicaOptions
  /** Bounds of the queue for a connection; work beyond them is refused. */
  readonly acquireQueue?: AcquireQueueLimits
}

/**
 * Opens the database and brings its tables up to date.
 *
 * Throws a `OperatorError` that names the database (without its password) and the reason when it cannot be opened or
 * migrated, or was migrated by a newer version.
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
    // When committing fails it may still have happened.
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

/** What to tell the operator. A connection refused at every address of a host has no message, only a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AppError && error.cause !== undefined) return describeError(error.cause)
  if (error.message !== '') return error.message
  return errorCode(error) ?? error.name
}
