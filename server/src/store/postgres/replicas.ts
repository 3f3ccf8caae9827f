import { setTimeout as delay } from 'node:timers/promises'
import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Engine, ReplicaState } from '../engine.ts'
import type { LookupReader } from '../lookup.ts'
import { type Run, routedDialect } from '../routed-dialect.ts'
import type { Tables } from '../tables.ts'
import { openPostgres } from './open.ts'
import { isOutage } from './outage.ts'
import { parsePostgresUrl } from './parse-url.ts'
import { ReplicaWatch, type Watched } from './replica-watch.ts'

export interface ReplicaOptions {
  /** `postgres://…` each. */
  readonly urls: readonly string[]
  /** Milliseconds: a replica that may lack a write which was answered longer ago is not read from. */
  readonly maxLag: number
}

interface Server {
  readonly engine: Engine
  /** Absent: the primary. */
  readonly replica?: Watched
}

const postgresDialect = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}

/** Milliseconds after which a replica's answer is not waited for any more. */
const patience = 5_000

/**
 * Puts streaming replicas beside a primary. Reads that may be a little old go to replicas that are fresh, in turn. While
 * the primary cannot be reached, everything that reads only goes to them, as fresh as they are.
 */
export const withReplicas = (
  primary: Engine,
  primaryUrl: string,
  { urls, maxLag }: ReplicaOptions,
  lockTimeout: number,
): Engine => {
  const titles = urls.map((url) => titleOf(url))
  const watch = new ReplicaWatch(primaryUrl, urls, maxLag)
  const db = primary.db.withPlugin(tellingOfAnswers(() => watch.hearOfPrimary()))
  const main: Server = { engine: { ...primary, db } }
  const replicas = watch.replicas.map((replica, index) => ({
    engine: openPostgres(urls[index] ?? '', lockTimeout),
    replica,
  }))
  let turn = 0

  const byAge = () =>
    replicas
      .filter(({ replica }) => replica.isThere)
      .sort((one, other) => other.replica.completeUntil - one.replica.completeUntil)
  const newestFirst = function* (): Iterable<Server> {
    const isAway = watch.isPrimaryAway()
    if (isAway) yield* byAge()
    yield main
    if (isAway) return
    // A connection can be lost although its server is there.
    if (!watch.isPrimaryAway()) yield main
    yield* byAge()
  }
  const freshFirst = function* (): Iterable<Server> {
    const fresh = replicas.filter(({ replica }) => watch.isFresh(replica))
    const start = turn++ % Math.max(fresh.length, 1)
    yield* fresh.slice(start)
    yield* fresh.slice(0, start)
    yield* newestFirst()
  }

  const routed = (order: () => Iterable<Server>) => {
    const run: Run = <R>(query: CompiledQuery) =>
      firstAnswer(order(), ({ engine }) => engine.db.getExecutor().executeQuery<R>(query))
    return new Kysely<Tables>({ dialect: routedDialect(postgresDialect, run) })
  }

  return {
    ...main.engine,
    prepareLookups: (queries) => {
      const mainReader = primary.prepareLookups(queries)
      const readers = new Map([
        [main, mainReader],
        ...replicas.map((server) => [server, server.engine.prepareLookups(queries)] as const),
      ])
      const read = <Row>(ask: (reader: LookupReader) => MaybePromise<Row | undefined>) =>
        firstAnswer(newestFirst(), async (server) => {
          const reader = readers.get(server)
          return reader && ask(reader)
        })
      return {
        readName: (name, resolverId) => read((reader) => reader.readName(name, resolverId)),
        readNameWithTexts: (name, resolverId) => read((reader) => reader.readNameWithTexts(name, resolverId)),
        readCover: (chainId, names) => read((reader) => reader.readCover(chainId, names)),
        // Only the primary commits, and replicas pass no notifications on.
        stamp: () => mainReader.stamp(),
        committed: () => mainReader.committed(),
      }
    },
    recent: routed(freshFirst),
    latest: routed(newestFirst),
    replicas: () =>
      watch.replicas.map((replica, index) => ({
        title: titles[index] ?? '',
        isFresh: watch.isFresh(replica),
        lag: stateLag(replica),
      })),
    boundQueries: () => {
      for (const { engine } of [main, ...replicas]) engine.boundQueries()
    },
    connections: () => [main, ...replicas].reduce((sum, { engine }) => sum + engine.connections(), 0),
    close: async () => {
      await watch.close()
      await Promise.all([main, ...replicas].map(({ engine }) => engine.close()))
    },
  }
}

/**
 * Tells of each query that is answered. Who wrote something and was answered reads it next, and must not be sent to a
 * replica because nobody has noticed yet that the primary is back.
 */
const tellingOfAnswers = (tell: () => void): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    tell()
    return result
  },
})

const titleOf = (url: string): string => {
  const { host, port } = parsePostgresUrl(url)
  return `${host}:${port}`
}

const stateLag = ({ isThere, completeUntil }: Watched): ReplicaState['lag'] =>
  isThere ? performance.now() - completeUntil : undefined

/**
 * Asks one server after the other until one answers. What a replica fails at is asked elsewhere, whatever the reason;
 * what the primary refuses is refused. Throws the primary's reason in the end.
 */
const firstAnswer = async <T>(servers: Iterable<Server>, ask: (server: Server) => Promise<T>): Promise<T> => {
  let reason: unknown
  for (const server of servers) {
    const { replica } = server
    try {
      return await (replica ? inTime(ask(server)) : ask(server))
    } catch (error) {
      if (!replica && !isOutage(error)) throw error
      if (replica && isOutage(error)) replica.isThere = false
      reason = replica ? (reason ?? error) : error
    }
  }
  throw reason
}

const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  const waited = new AbortController()
  const late = delay(patience, undefined, { signal: waited.signal, ref: false }).then(() => {
    throw new Error('Query read timeout')
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    late.catch(() => {})
    waited.abort()
  }
}
