import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { type CompiledQuery, Kysely } from 'kysely'
import type { DatabaseDriver } from '../database-driver.ts'
import { createAcquireQueue } from '../driver/acquire-queue.ts'
import { errorMappingDialect } from '../driver/errors.ts'
import { routingDialect } from '../driver/routing-dialect.ts'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { CoveringDomainRow, LookupQueries, LookupReader, LookupRow } from '../lookup.ts'
import type { PlainTables } from '../plain-database.ts'
import { nodeSqliteDialect } from './dialect.ts'
import { networkFileSystemAdvice, networkFileSystemName, restrictToOwner } from './files.ts'
import { ReadWorker } from './read-worker.ts'
import { retryWhenBusy } from './retry-when-busy.ts'
import { sqliteDialect } from './sql-dialect.ts'
import { withStatementCache } from './statement-cache.ts'
import { tryWriteSqlite } from './try-write.ts'

/**
 * Opens or creates a file for durable writes by several processes of one machine, readable by its owner only.
 * `lockTimeoutMs` is in milliseconds. Throws SQLite's error when the file is invalid, not writable or locked.
 */
export async function openSqlite(
  path: string,
  lockTimeoutMs: number,
  queue = createAcquireQueue(),
): Promise<DatabaseDriver> {
  const options: DatabaseSyncOptions = { enableForeignKeyConstraints: true, defensive: true }
  restrictToOwner(path)
  const writer = new DatabaseSync(path, options)
  try {
    // WAL allows concurrent readers and a writer.
    await retryWhenBusy(lockTimeoutMs, () => writer.exec('pragma journal_mode = wal'))
    writer.exec('pragma synchronous = full; pragma fullfsync = on')
    await retryWhenBusy(lockTimeoutMs, () => assertWritable(writer))
  } catch (error) {
    writer.close()
    throw error
  }

  const networkFileSystem = networkFileSystemName((await statfs(dirname(path))).type)
  const reader = new DatabaseSync(path, { ...options, readOnly: true, timeout: lockTimeoutMs })
  const dialect = withSqlDialect(nodeSqliteDialect({ writer, reader, queue, lockTimeoutMs }), sqliteDialect)
  const db = new Kysely<PlainTables>({ dialect: errorMappingDialect(dialect, queue) })
  const read = withStatementCache(reader)
  const readWorker = new ReadWorker({ path, lockTimeoutMs }, queue)
  return {
    dialect: sqliteDialect,
    db,
    replica: new Kysely<PlainTables>({
      dialect: errorMappingDialect(
        routingDialect(dialect, (query) => readWorker.read(query)),
        queue,
      ),
    }),
    read: db,
    health: new Kysely<PlainTables>({
      dialect: errorMappingDialect(
        routingDialect(dialect, async <Row>(query: CompiledQuery) => read<Row>(query)),
        createAcquireQueue(),
      ),
    }),
    tryWrite: () => tryWriteSqlite(path),
    replicaStates: () => [],
    advice: () => (networkFileSystem === undefined ? [] : [networkFileSystemAdvice(networkFileSystem)]),
    prepareLookups: (queries) => prepareLookups(reader, queries),
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

/** SQLite opens an unwritable file for reading and fails only at the first write. */
function assertWritable(database: DatabaseSync): void {
  database.exec('begin immediate; pragma user_version = 0; rollback')
}

/**
 * `data_version` changes with every commit of any process, the lookup version only with those that change a table
 * that lookups read. Reading the first takes about a quarter as long as serving a cached response, so it is read once
 * per event loop turn: a request caused by a commit arrives in a later turn.
 */
function prepareLookups(reader: DatabaseSync, queries: LookupQueries): LookupReader {
  const name = reader.prepare(queries.name.sql)
  const nameWithTexts = reader.prepare(queries.nameWithTexts.sql)
  const coveringDomain = reader.prepare(queries.coveringDomain.sql)
  const dataVersionPragma = reader.prepare('pragma data_version')
  dataVersionPragma.setReturnArrays(true)
  const lookupVersion = reader.prepare('select version from lookup_version')
  lookupVersion.setReturnArrays(true)
  let commits: number | undefined
  let lastVersion = 0
  let dataVersion: number | undefined
  const invalidate = () => {
    dataVersion = undefined
  }
  const readDataVersion = () => {
    setImmediate(invalidate)
    const currentCommits = numberOf(dataVersionPragma.get())
    if (currentCommits !== commits) lastVersion = numberOf(lookupVersion.get())
    commits = currentCommits
    return lastVersion
  }
  return {
    readName: async ({ label, domain }, resolverId) => rowOf<LookupRow>(name.get(domain, label, resolverId)),
    readNameWithTexts: async ({ label, domain }, resolverId) =>
      rowOf<LookupRow>(nameWithTexts.get(domain, label, resolverId)),
    readCoveringDomain: async (chainId, names) =>
      rowOf<CoveringDomainRow>(coveringDomain.get(names[0], chainId, JSON.stringify(names))),
    dataVersion: () => (dataVersion ??= readDataVersion()),
    onCommit: invalidate,
  }
}

/** Safe because the compiled lookup queries select exactly these columns. */
function rowOf<Row>(row: unknown) {
  return row as Row | undefined
}

/** Safe: both statements return one row with one integer. */
function numberOf(row: unknown) {
  return (row as [number])[0]
}
