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
    prepareLookups: (queries) => currentLookups(source, queries),
    // Only locks can delay SQLite statements, and they have timeouts.
    applyQueryTimeouts: () => {},
    repeatTransactions: (transactions) => transactions,
    connections: () => (readWorker.isRunning() ? 3 : 2),
    close: async () => {
      queue.unbound()
      await readWorker.close()
      await db.destroy()
    },
  }
}

/** Of the connections that are open at the time. */
function currentLookups({ current }: ConnectionSource, queries: LookupQueries): LookupReader {
  const lookups = () => current().lookups(queries)
  lookups()
  return {
    readName: async (name, resolverId) => lookups().readName(name, resolverId),
    readNameWithTexts: async (name, resolverId) => lookups().readNameWithTexts(name, resolverId),
    readCoveringDomain: async (chainId, names) => lookups().readCoveringDomain(chainId, names),
    readSealedSet: async (subnameKey) => lookups().readSealedSet(subnameKey),
    readSealProof: async (root, bucket) => lookups().readSealProof(root, bucket),
    dataVersion: () => lookups().dataVersion(),
    onCommit: () => lookups().onCommit(),
  }
}
