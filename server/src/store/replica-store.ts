import { sql } from 'kysely'
import { errorCode, OperatorError } from '../errors.ts'
import type { ReplicaState } from './database-driver.ts'
import { describeDatabaseError } from './describe-error.ts'
import { type AcquireQueueLimits, createAcquireQueue } from './driver/acquire-queue.ts'
import { mapDatabaseError } from './driver/errors.ts'
import { compileLookupQueries, lookUp } from './lookup.ts'
import { appliedMigrations, missingMigrations, newerMigrations } from './migrate.ts'
import { withColumnCodec } from './plain-database.ts'
import { parsePostgresUrl } from './postgres/connection.ts'
import { openPostgres } from './postgres/open.ts'
import { ReplayMonitor } from './postgres/replay.ts'
import { compileSealedLookupQueries } from './sealed-lookup.ts'
import type { Store } from './store.ts'

/** Of `Store`, what needs no writes and no primary. */
export interface ReplicaStore
  extends Pick<
    Store,
    'lookup' | 'sealedSet' | 'sealProof' | 'dataVersion' | 'read' | 'advice' | 'poolStats' | 'ping' | 'close'
  > {
  /** Milliseconds: it has every write that was confirmed longer ago. Infinite when nothing is known. */
  lagMs(): number
  /** Up to which the lag grows while nothing is written: less shows nothing. */
  idleLagMs(): number
  replicaState(): ReplicaState
  /** Migrations that only a newer version knows. */
  newerMigrations(): Promise<readonly string[]>
}

interface ReplicaStoreOptions {
  /** `postgres://…` of one server. */
  readonly url: string
  readonly acquireQueue?: AcquireQueueLimits
}

/**
 * Opens a replica that another version may migrate later, and changes nothing. The primary may be unreachable.
 * @throws OperatorError with the database (without password) and the reason when it cannot be read, or has the schema of
 * another version.
 */
export async function openReplicaStore({ url, acquireQueue }: ReplicaStoreOptions): Promise<ReplicaStore> {
  if (!/^postgres(ql)?:/.test(url))
    throw new OperatorError('A gateway reads a replica in PostgreSQL: set DATABASE_URL to postgres://….')
  const { database, host, port } = parsePostgresUrl(url)
  const replay = new ReplayMonitor(url)
  const queue = createAcquireQueue(acquireQueue)
  const driver = openPostgres(url, 0, queue, { replay })
  const db = withColumnCodec(driver.db)
  const lookups = driver.prepareLookups({ ...compileLookupQueries(db), ...compileSealedLookupQueries(db) })
  try {
    const applied = await appliedMigrations(driver.db).catch(noneIfEmpty)
    const newer = applied.length === 0 ? [] : await newerMigrations(driver.db)
    assertReadable({ newer, missing: missingMigrations(applied) }, await replay.first)
  } catch (error) {
    await driver.close()
    throw new OperatorError(
      `Cannot use the PostgreSQL database ${database} at ${host}:${port}: ${describeDatabaseError(error)}`,
      { cause: error },
    )
  }
  driver.prepareToServe()
  const throwMapped = (error: unknown): never => {
    throw mapDatabaseError(error)
  }
  return {
    lookup: (resolverId, name, withTexts = false) =>
      lookUp(lookups, { resolverId, name, withTexts }).catch(throwMapped),
    sealedSet: (subnameKey) => lookups.readSealedSet(subnameKey).catch(throwMapped),
    sealProof: async (root, bucket) => (await lookups.readSealProof(root, bucket).catch(throwMapped))?.proof,
    dataVersion: lookups.dataVersion,
    read: db,
    advice: () => [...driver.advice(), ...(replay.isReplica() ? [] : [primaryAdvice])],
    poolStats: () => ({ connections: driver.connections(), waiting: queue.waiting() }),
    ping: async () => {
      await db.selectNoFrom(sql<number>`1`.as('one')).execute()
    },
    close: driver.close,
    lagMs: () => replay.lagMs(),
    idleLagMs: () => replay.idleLagMs(),
    replicaState: () => replay.state(`${host}:${port}`),
    newerMigrations: () => newerMigrations(driver.db),
  }
}

const primaryAdvice =
  'The database of this gateway takes writes: it is no replica. Its lag counts as nothing, also if it is a replica that was promoted by mistake.'

/** undefined_table: nothing has ever migrated it. */
function noneIfEmpty(error: unknown): readonly string[] {
  if (errorCode(error) === '42P01') return []
  throw error
}

function assertReadable(
  { newer, missing }: { readonly newer: readonly string[]; readonly missing: readonly string[] },
  poll: { readonly isReplica: boolean; readonly canReadReceiver: boolean } | undefined,
): void {
  if (newer.length > 0)
    throw new Error(`a newer version has migrated it (${newer.join(', ')}). Run that version of the gateway.`)
  if (missing.length > 0)
    throw new Error(
      `its schema is of an earlier version: it lacks ${missing[0]}. Upgrade the registry first: a gateway migrates nothing.`,
    )
  if (!poll) throw new Error('it does not show how far it has replayed.')
  if (poll.isReplica && !poll.canReadReceiver)
    throw new Error(
      'its user may not read how far it is behind. On the primary, run: grant pg_read_all_stats to <user>;',
    )
}
