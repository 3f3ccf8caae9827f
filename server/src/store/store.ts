import { sql } from 'kysely'
import type { Hex } from 'viem'
import { createKeyedSemaphore } from '../async/limits.ts'
import { TimeoutError, withTimeout } from '../async/time.ts'
import { DatabaseUnavailableError, OperatorError } from '../errors.ts'
import type { NewEvent } from '../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../model/subname.ts'
import type { CountedDomain } from './created-subname.ts'
import type { DatabaseDriver, ReplicaState } from './database-driver.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { describeDatabaseError } from './describe-error.ts'
import { type AcquireQueue, type AcquireQueueLimits, createAcquireQueue } from './driver/acquire-queue.ts'
import { mapDatabaseError } from './driver/errors.ts'
import { createTurnQueue, type TurnQueue } from './driver/turn-queue.ts'
import { type AroundCreation, createSubnameInTransaction } from './entities/create-subname.ts'
import { imagesNamedBy } from './entities/events.ts'
import { compileLookupQueries, type Lookup, lookUp } from './lookup.ts'
import { findMissingMigrations, migrate } from './migrate.ts'
import { withColumnCodec } from './plain-database.ts'
import type { ReplicaOptions } from './postgres/replica-router.ts'
import { compileSealedLookupQueries, type SealedSetLookup } from './sealed-lookup.ts'
import { createSubnameGroups } from './subname-groups.ts'
import type {
  Queryable,
  StoreWriter,
  SubjectWriter,
  TurnStore,
  VersionedStatement,
  VersionedTransaction,
} from './tables.ts'
import type { WriteTrial } from './write-trial.ts'

/** Operations fail with `DatabaseUnavailableError` while the database is unavailable. */
export interface Store extends StoreWriter, TurnStore {
  readonly dialect: 'sqlite' | 'postgres'
  /** For single queries, and transactions, except writes that affect lookups. */
  readonly db: Queryable
  /** For single reads that tolerate lag: lists, searches, counts. */
  readonly replica: Queryable
  /** For single reads while writes are impossible; they may come from a lagging replica. */
  readonly read: Queryable
  /** For single reads about the health of the primary: on a connection of their own, which waits behind no writer. */
  readonly health: Queryable
  /** As `ping`, for `health`. */
  pingHealth(): Promise<void>
  /** Writes a small row on a connection of its own. Never rejects. */
  tryWrite(): Promise<WriteTrial>
  /** Why nothing can be written, as far as it is known without a trial: the database was opened for reading only. */
  writeFault(): WriteTrial | undefined
  /** Of the database or its disk, as queries have found it; undefined: nothing for a day. */
  damage(): string | undefined
  /**
   * Sees every committed write of any process, unless only a replica is reachable. `undefined` without such a
   * resolver entry. Small texts are included even if not requested.
   */
  lookup(resolverId: string, name: string, withTexts?: boolean): Promise<Lookup | undefined>
  /** As `lookup`: what a sealed name is answered with; `undefined` without a set. */
  sealedSet(subnameKey: number): Promise<SealedSetLookup | undefined>
  /** What proves the seals of a bucket of a tree; `undefined` for a tree that is not stored. */
  sealProof(root: Hex, bucket: number): Promise<Uint8Array | undefined>
  /**
   * Changes with every commit that can affect a lookup. Data read under an unchanged version is current. Commits of
   * other processes count at once on SQLite, within 100 ms on PostgreSQL, in the portable mode with the next poll, which
   * begins within 100 ms; without notifications or polls each call returns a new version.
   */
  dataVersion(): number
  /**
   * Atomic, if the domain is in use by the workspace and under that policy. The database decides races. What `around` writes is
   * rolled back unless the subname is issued.
   */
  createSubname(
    subname: Subname,
    domain: CountedDomain,
    event: NewEvent,
    around?: AroundCreation,
  ): Promise<CreateSubnameOutcome>
  /**
   * Runs a statement that may be left out, such as when a key was last used: the caller, which may only read, waits for a second at most
   * and goes on while the database does not write, or its commits wait for a standby.
   */
  note(run: (db: Queryable) => Promise<void>): Promise<void>
  replicaStates(): readonly ReplicaState[]
  /** What the operator should know of how the database is connected or where it is kept. */
  advice(): readonly string[]
  /** Open connections, and queries and transactions waiting for one. */
  poolStats(): { readonly connections: number; readonly waiting: number }
  ping(): Promise<void>
  /** Waits for work in progress; start nothing afterwards. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** `sqlite:<path>` or `postgres://…`. */
  readonly url: string
  /** Milliseconds to wait for another process's lock; default 10 seconds. */
  readonly lockTimeoutMs?: number
  /** PostgreSQL only. */
  readonly replicas?: ReplicaOptions
  readonly acquireQueue?: AcquireQueueLimits
}

/**
 * Opens and migrates the database.
 * @throws OperatorError with the database (without password) and the reason when it cannot be opened or migrated, or
 * a newer version migrated it.
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
    const advice = database.fullDiskAdvice() ?? ''
    throw new OperatorError(
      `Cannot open the ${database.description}: ${describeDatabaseError(error)} ${advice}`.trim(),
      {
        cause: error,
      },
    )
  }
}

async function initialize(driver: DatabaseDriver, queue: AcquireQueue): Promise<Store> {
  try {
    await migrateIfPossible(driver)
    driver.prepareToServe()
    return createStore(driver, queue)
  } catch (error) {
    await driver.close()
    throw error
  }
}

/** A database that cannot be written is served as it is, if it is of this version. */
async function migrateIfPossible(driver: DatabaseDriver): Promise<void> {
  const missing = await findMissingMigrations(driver.db)
  const fault = driver.writeFault()
  if (fault && missing && missing.length > 0)
    throw new Error(
      `it has to be migrated (${missing.join(', ')}), and cannot be written (${fault.reason ?? fault.outcome}).`,
    )
  try {
    await migrate(driver.db, driver.dialect)
  } catch (error) {
    if (missing?.length !== 0 || !(error instanceof DatabaseUnavailableError)) throw error
  }
}

function createStore(driver: DatabaseDriver, queue: AcquireQueue): Store {
  const { dialect } = driver
  const db = driver.repeatTransactions(withColumnCodec(driver.db))
  const health = withColumnCodec(driver.health)
  const throwMapped = (error: unknown): never => {
    driver.damage.note(error)
    throw mapDatabaseError(error)
  }
  const lookups = driver.prepareLookups({ ...compileLookupQueries(db), ...compileSealedLookupQueries(db) })
  const writer: StoreWriter = {
    // A commit that reports a failure may have happened.
    transaction: (run) =>
      db
        .transaction()
        .execute((tx) => run(asVersioned<VersionedTransaction>(tx)))
        .finally(lookups.onCommit),
    statement: (run) => run(asVersioned<VersionedStatement>(db)).finally(lookups.onCommit),
  }
  const turns = dialect.name === 'sqlite' ? atOnce : createTurnQueue()
  const inTurn = (subject: string): SubjectWriter => ({
    transaction: (run) => turns.run(subject, () => writer.transaction(run)),
    plainTransaction: (run) => turns.run(subject, () => db.transaction().execute(run)),
    plainStatement: (run) => turns.run(subject, () => run(db)),
  })
  const createInGroup = createSubnameGroups(writer, dialect, {
    groups: dialect.name === 'sqlite' ? createOneAtATime() : createTurnQueue(groupTurns),
    writes: turns,
  })
  let closing: Promise<void> | undefined
  return {
    ...writer,
    inTurn,
    dialect: dialect.name,
    db,
    replica: withColumnCodec(driver.replica),
    read: withColumnCodec(driver.read),
    health,
    pingHealth: async () => {
      await health.selectNoFrom(sql<number>`1`.as('one')).execute()
    },
    tryWrite: driver.tryWrite,
    writeFault: driver.writeFault,
    damage: driver.damage.found,
    replicaStates: driver.replicaStates,
    advice: driver.advice,
    createSubname: (subname, domain, event, around) =>
      around || imagesNamedBy(event).length > 0
        ? turns.run(domain.id, () => createSubnameInTransaction(writer, domain, { subname, event }, around))
        : createInGroup({ domain, subname, event }),
    lookup: (resolverId, name, withTexts = false) =>
      lookUp(lookups, { resolverId, name, withTexts }).catch(throwMapped),
    sealedSet: (subnameKey) => lookups.readSealedSet(subnameKey).catch(throwMapped),
    sealProof: async (root, bucket) => (await lookups.readSealProof(root, bucket).catch(throwMapped))?.proof,
    note: (run) => waitBriefly(inTurn('notes').plainStatement(run)),
    dataVersion: () => {
      try {
        return lookups.dataVersion()
      } catch (error) {
        return throwMapped(error)
      }
    },
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

/** Milliseconds. */
const maxNoteMs = 1_000

async function waitBriefly(note: Promise<void>): Promise<void> {
  try {
    await withTimeout(note, maxNoteMs)
  } catch (error) {
    if (!(error instanceof TimeoutError || error instanceof DatabaseUnavailableError)) throw error
  }
}

/** One group of subnames of a domain at a time, while the next one collects; `turns` bounds those of all domains. */
const groupTurns = { perSubject: 1, total: Number.POSITIVE_INFINITY, maxWaiting: 8 } as const

/** As `groupTurns`: how long one takes is bounded, because its transaction waits for a while only. */
function createOneAtATime(): TurnQueue {
  const semaphoreOf = createKeyedSemaphore(1)
  return { run: (subject, work) => semaphoreOf(subject)(work, new AbortController().signal) }
}

const atOnce: TurnQueue = { run: (_subject, work) => work() }

/** Safe where `onCommit` follows: the mark exists for the compiler only. */
function asVersioned<Versioned extends Queryable>(db: Versioned | Queryable): Versioned {
  return db as Versioned
}
