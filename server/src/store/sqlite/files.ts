import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { errorCode, OperatorError } from '../../errors.ts'
import { assertRegularFile } from '../../regular-file.ts'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTables } from '../plain-database.ts'
import { resultCodeOf } from './result-code.ts'
import { sqliteDialect } from './sql-dialect.ts'
import { inputValues } from './statement-cache.ts'

/** SQLITE_BUSY. */
const busy = 5

/**
 * Locks a file for this process, until `release` or the end of the process, also by a kill. Undefined when another process
 * has it. The lock is SQLite's, because Node has no file locks.
 */
export function lockFile(path: string): { readonly release: () => void } | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (resultCodeOf(error) === busy) return undefined
    throw error
  }
}

/** By the type of `statfs` on Linux (`linux/magic.h` and statfs(2)). */
const namesByType: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x786f4256, 'VirtualBox shared folder'],
])

/** The file system of a `statfs` type if it is remote or shared, so that memory maps and locks may not work. */
export function networkFileSystemName(type: number): string | undefined {
  // Some types are negative as signed 32-bit numbers.
  return namesByType.get(type >>> 0)
}

/** SQLite's write-ahead log needs shared memory between the processes that use the file (sqlite.org/wal.html). */
export function networkFileSystemAdvice(fileSystem: string): string {
  return (
    `The SQLite database is on a network or user-space file system (${fileSystem}), where its write-ahead log ` +
    'may lose or corrupt data: move DATA_DIR to a local disk, or use PostgreSQL.'
  )
}

const nonOwnerBits = 0o077

/**
 * Database, WAL and index hold hashes of API keys and payers' signatures. Creates a missing file; SQLite copies its
 * permissions to `-wal` and `-shm`. Skips files of other owners. Has no effect on Windows. Ignores a file that cannot
 * be created: SQLite reports it on open.
 */
export function restrictToOwner(path: string): void {
  if (process.platform === 'win32') return
  try {
    // Never opens an existing file: closing it would release SQLite's locks of this process.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists or cannot be created.
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictFile(file)
}

function restrictFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || (stats.mode & nonOwnerBits) === 0) return
  try {
    chmodSync(file, stats.mode & 0o700)
  } catch (error) {
    if (!['EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error
  }
}

/** A transaction sees a snapshot as of its first query and blocks no writer. Throws `OperatorError` when the file is missing. */
export function openSqliteReadOnly(path: string): Kysely<PlainTables> {
  if (!existsSync(path))
    throw new OperatorError(`There is no SQLite database ${path}: is DATA_DIR or DATABASE_URL right?`)
  assertRegularFile(path)
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    return {
      reader: true,
      all: (parameters: readonly unknown[]) => statement.all(...inputValues(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...inputValues(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...inputValues(parameters)),
    }
  }
  return new Kysely<PlainTables>({
    dialect: withSqlDialect(
      new SqliteDialect({ database: { prepare, close: () => database.close() } }),
      sqliteDialect,
    ),
  })
}

/** Of a file of which no other connection is open. @throws OperatorError for a file that is no whole database. */
export function assertIntegrity(path: string): void {
  const problem = problemOf(path)
  if (problem !== undefined) throw new OperatorError(`The database is damaged: ${problem}`)
}

function problemOf(path: string): string | undefined {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.exec('pragma trusted_schema = off')
    const [result] = Object.values(database.prepare('pragma integrity_check(1)').get() ?? {})
    return result === 'ok' ? undefined : String(result).slice(0, 200)
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  } finally {
    database.close()
  }
}
