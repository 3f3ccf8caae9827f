import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { withTimeout } from '../../async/time.ts'
import { DatabaseUnavailableError } from '../../errors.ts'
import type { DatabaseDriver, ReplicaState } from '../database-driver.ts'
import type { AcquireQueue } from '../driver/acquire-queue.ts'
import { type RunQuery, routingDialect } from '../driver/routing-dialect.ts'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { LookupReader } from '../lookup.ts'
import type { PlainTables } from '../plain-database.ts'
import { isConnectionError, parsePostgresUrl } from './connection.ts'
import { openPostgres } from './open.ts'
import { ReplicaLagMonitor, type ReplicaStatus } from './replicas.ts'

export interface ReplicaOptions {
  /** `postgres://…` each. */
  readonly urls: readonly string[]
  /** Milliseconds. */
  readonly maxLagMs: number
}

interface Server {
  readonly driver: DatabaseDriver
  /** Absent: the primary. */
  readonly replica?: ReplicaStatus
}

const routedDialect = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}

const timeoutMs = 5_000

/**
 * Opens a primary with streaming replicas. Lag-tolerant reads rotate among fresh replicas. While the primary is down,
 * all reads use replicas, freshest first. A primary in whose place a replica was promoted counts as down, and nothing is sent to it.
 */
export async function openWithReplicas(
  primaryUrl: string,
  { urls, maxLagMs }: ReplicaOptions,
  lockTimeoutMs: number,
  queue: AcquireQueue | undefined,
): Promise<DatabaseDriver> {
  const titles = urls.map((url) => hostAndPort(url))
  const monitor = new ReplicaLagMonitor(primaryUrl, urls, maxLagMs)
  await monitor.first
  const primary = openPostgres(primaryUrl, lockTimeoutMs, queue, {
    assertUsable: () => {
      if (monitor.isSuperseded()) throw supersededError()
    },
  })
  const db = primary.db.withPlugin(onResult(() => monitor.markPrimaryAlive()))
  const primaryServer: Server = { driver: { ...primary, db } }
  const replicas = monitor.replicas.map((replica, index) => ({
    driver: openPostgres(urls[index] ?? '', lockTimeoutMs),
    replica,
  }))
  let roundRobin = 0

  const byRecency = () =>
    replicas
      .filter(({ replica }) => replica.isUp)
      .sort((one, other) => other.replica.consistentUntil - one.replica.consistentUntil)
  const primaryOrReplicas = function* (): Iterable<Server> {
    const isDown = monitor.isPrimaryDown()
    if (isDown) yield* byRecency()
    if (!monitor.isSuperseded()) yield primaryServer
    if (isDown) return
    // A connection can break although the server is up.
    if (!monitor.isPrimaryDown()) yield primaryServer
    yield* byRecency()
  }
  const byFreshness = function* (): Iterable<Server> {
    const fresh = replicas.filter(({ replica }) => monitor.isFresh(replica))
    const start = roundRobin++ % Math.max(fresh.length, 1)
    yield* fresh.slice(start)
    yield* fresh.slice(0, start)
    yield* primaryOrReplicas()
  }

  const routedBy = (order: () => Iterable<Server>) => {
    const run: RunQuery = <R>(query: CompiledQuery) =>
      firstSuccessful(order(), ({ driver }) => driver.db.getExecutor().executeQuery<R>(query))
    return new Kysely<PlainTables>({
      dialect: withSqlDialect(routingDialect(routedDialect, run), primary.dialect),
    })
  }

  return {
    ...primaryServer.driver,
    prepareLookups: (queries) => {
      let unknownVersion = 0
      const primaryReader = primary.prepareLookups(queries)
      const readers = new Map([
        [primaryServer, primaryReader],
        ...replicas.map((server) => [server, server.driver.prepareLookups(queries)] as const),
      ])
      const read = <Row>(query: (reader: LookupReader) => Promise<Row | undefined>) =>
        firstSuccessful(primaryOrReplicas(), async (server) => {
          const reader = readers.get(server)
          return reader && query(reader)
        })
      return {
        readName: (name, resolverId) => read((reader) => reader.readName(name, resolverId)),
        readNameWithTexts: (name, resolverId) => read((reader) => reader.readNameWithTexts(name, resolverId)),
        readCoveringDomain: (chainId, names) => read((reader) => reader.readCoveringDomain(chainId, names)),
        readSealedSet: (subnameKey) => read((reader) => reader.readSealedSet(subnameKey)),
        readSealProof: (root, bucket) => read((reader) => reader.readSealProof(root, bucket)),
        // Only the primary commits, and replicas forward no notifications.
        // Another server commits now, and notifies no process that listens here.
        dataVersion: () => (monitor.isSuperseded() ? --unknownVersion : primaryReader.dataVersion()),
        onCommit: () => primaryReader.onCommit(),
      }
    },
    replica: routedBy(byFreshness),
    read: routedBy(primaryOrReplicas),
    tryWrite: async () =>
      monitor.isSuperseded() ? { outcome: 'failed', ms: 0 } : await primaryServer.driver.tryWrite(),
    replicaStates: () =>
      monitor.replicas.map((replica, index) => ({
        title: titles[index] ?? '',
        isFresh: monitor.isFresh(replica),
        isPromoted: monitor.isPromoted(replica),
        lagMs: lagOf(replica),
      })),
    advice: () => [...new Set([primaryServer, ...replicas].flatMap(({ driver }) => driver.advice()))],
    prepareToServe: () => {
      for (const { driver } of [primaryServer, ...replicas]) driver.prepareToServe()
    },
    connections: () =>
      [primaryServer, ...replicas].reduce((sum, { driver }) => sum + driver.connections(), 0),
    close: async () => {
      await monitor.close()
      await Promise.all([primaryServer, ...replicas].map(({ driver }) => driver.close()))
    },
  }
}

/** Marks the primary as up before the monitor notices, so that a read after a write does not go to a replica. */
function onResult(callback: () => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      callback()
      return result
    },
  }
}

function hostAndPort(url: string): string {
  const { host, port } = parsePostgresUrl(url)
  return `${host}:${port}`
}

function lagOf({ isUp, consistentUntil }: ReplicaStatus): ReplicaState['lagMs'] {
  return isUp ? performance.now() - consistentUntil : undefined
}

/**
 * Tries servers in order. Any failure of a replica moves on; the primary's rejections are final. Throws the primary's
 * error in the end.
 */
async function firstSuccessful<T>(
  servers: Iterable<Server>,
  query: (server: Server) => Promise<T>,
): Promise<T> {
  let reason: unknown
  for (const server of servers) {
    const { replica } = server
    try {
      return await (replica ? withTimeout(query(server), timeoutMs) : query(server))
    } catch (error) {
      if (!replica && !isConnectionError(error)) throw error
      if (replica && isConnectionError(error)) replica.isUp = false
      reason = replica ? (reason ?? error) : error
    }
  }
  throw reason ?? supersededError()
}

function supersededError(): DatabaseUnavailableError {
  return new DatabaseUnavailableError('Another database server has become the primary. Retry later.')
}
