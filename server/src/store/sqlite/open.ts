import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CompiledQuery, Kysely } from 'kysely'
import type { DatabaseDriver } from '../database-driver.ts'
import { createAcquireQueue } from '../driver/acquire-queue.ts'
import { createDamageNotes } from '../driver/damage.ts'
import { errorMappingDialect } from '../driver/errors.ts'
import { routingDialect } from '../driver/routing-dialect.ts'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { LookupQueries, LookupReader } from '../lookup.ts'
import type { PlainTables } from '../plain-database.ts'
import type { ConnectionSource } from './connections.ts'
import { nodeSqliteDialect } from './dialect.ts'
import { normalAccess } from './file-access.ts'
import { networkFileSystemAdvice, networkFileSystemName, restrictToOwner } from './files.ts'
import type { LookupThreadOptions } from './lookup-batch.ts'
import { createLookupRoute, type LookupRoute } from './lookup-route.ts'
import { lookupReader } from './lookups.ts'
import { ReadWorker } from './read-worker.ts'
import { openConnections } from './recovery.ts'
import { sqliteDialect } from './sql-dialect.ts'
import { tryWriteSqlite } from './try-write.ts'

/**
 * Opens or creates a file for durable writes by several processes of one machine, readable by its owner only.
 * `lockTimeoutMs` is in milliseconds. What cannot be written is read, as long as that lasts (`openConnections`). Throws
 * SQLite's error when the file is invalid, locked or not readable.
 */
export async function openSqlite(
  path: string,
  lockTimeoutMs: number,
  queue = createAcquireQueue(),
): Promise<DatabaseDriver> {
  restrictToOwner(path)
  const readWorker = new ReadWorker(normalAccess(path), lockTimeoutMs, queue)
  const source = await openConnections({ path, lockTimeoutMs, readWorker })
  const networkFileSystem = networkFileSystemName((await statfs(dirname(path))).type)
  const dialect = withSqlDialect(nodeSqliteDialect({ source, queue }), sqliteDialect)
  const damage = createDamageNotes()
  let route: LookupRoute | undefined
  const db = new Kysely<PlainTables>({ dialect: errorMappingDialect(dialect, { queue, damage }) })
  return {
    dialect: sqliteDialect,
    db,
    replica: new Kysely<PlainTables>({
      dialect: errorMappingDialect(
        routingDialect(dialect, (query) => readWorker.read(query)),
        { queue, damage },
      ),
    }),
    read: db,
    health: new Kysely<PlainTables>({
      dialect: errorMappingDialect(
        routingDialect(dialect, async <Row>(query: CompiledQuery) => source.current().read<Row>(query)),
        { queue: createAcquireQueue(), damage },
      ),
    }),
    tryWrite: async () => source.writeFault() ?? tryWriteSqlite(path),
    writeFault: source.writeFault,
    damage,
    replicaStates: () => [],
    advice: () => (networkFileSystem === undefined ? [] : [networkFileSystemAdvice(networkFileSystem)]),
    prepareLookups: (queries) => {
      const lookups = routedLookups(source, { location: path, lockTimeoutMs }, queries)
      route = lookups.route
      return lookups.reader
    },
    // Only locks can delay SQLite statements, and they have timeouts.
    prepareToServe: source.keepJournalsInMemory,
    repeatTransactions: (transactions) => transactions,
    connections: () => (readWorker.isRunning() ? 3 : 2) + (route?.threads() ?? 0),
    close: async () => {
      queue.unbound()
      await route?.close()
      await readWorker.close()
      await db.destroy()
    },
  }
}

interface Lookups {
  readonly reader: LookupReader
  readonly route: LookupRoute
}

/** Of the connections that are open at the time. */
function routedLookups(
  source: ConnectionSource,
  { location, lockTimeoutMs }: Pick<LookupThreadOptions, 'location' | 'lockTimeoutMs'>,
  queries: LookupQueries,
): Lookups {
  const here = () => source.current().lookups(queries)
  here()
  const route = createLookupRoute({
    thread: { location, lockTimeoutMs, sql: textsOf(queries) },
    readHere: (read) => here().read(read),
    mayUseThreads: () => !source.current().access.isReadOnly,
  })
  const reader = lookupReader(route.read, {
    dataVersion: () => here().dataVersion(),
    onCommit: () => here().onCommit(),
  })
  return { reader, route }
}

function textsOf(queries: LookupQueries): LookupThreadOptions['sql'] {
  const { name, nameWithTexts, coveringDomain, sealedSet, sealProof } = queries
  return {
    name: name.sql,
    nameWithTexts: nameWithTexts.sql,
    coveringDomain: coveringDomain.sql,
    sealedSet: sealedSet.sql,
    sealProof: sealProof.sql,
  }
}
