import { accessSync, type BigIntStats, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DatabaseUnavailableError, errorCode } from '../../errors.ts'
import { describeSpace, folderFault } from '../disk-state.ts'
import type { WriteTrial } from '../write-trial.ts'
import { resultCodeOf } from './result-code.ts'

/** How connections reach a database. */
export interface FileAccess {
  /** Path or URI. */
  readonly location: string
  /** Statements that a new connection runs first. */
  readonly prelude: string
  readonly isReadOnly: boolean
  /** Whether closing a connection releases the locks that others of this process have on the file. */
  readonly releasesLocks: boolean
  /** Whether another process has written since, which a connection without locks would read wrongly. */
  readonly isOutdated: () => boolean
}

export function normalAccess(path: string): FileAccess {
  return { location: path, prelude: '', isReadOnly: false, releasesLocks: false, isOutdated: () => false }
}

const noVfs = process.platform === 'win32' ? 'win32-none' : 'unix-none'

/**
 * Reads a database whose files can be neither made nor changed, as on a full disk. Each way is for where the one before fails:
 *
 * 1. with locks, where the index of the log (`-shm`) is there
 * 2. with an index in memory, where the log has commits that are not in the file: without locks, so that it is read only until
 *    another process writes
 * 3. the file alone (`immutable`), where there is no log; as 2
 *
 * https://sqlite.org/wal.html#read_only_databases, https://sqlite.org/wal.html#noshm
 */
function readOnlyAccesses(path: string): readonly FileAccess[] {
  const uri = pathToFileURL(path).href
  const before = fingerprint(path)
  const withoutLocks = { isReadOnly: true, isOutdated: () => fingerprint(path) !== before }
  const hasLog = (sizeOf(`${path}-wal`) ?? 0n) > 0n
  return [
    { ...normalAccess(path), isReadOnly: true },
    hasLog
      ? {
          ...withoutLocks,
          location: `${uri}?vfs=${noVfs}`,
          prelude: 'pragma locking_mode = exclusive',
          releasesLocks: true,
        }
      : { ...withoutLocks, location: `${uri}?immutable=1`, prelude: '', releasesLocks: false },
  ]
}

/** The first that reads it; undefined if none does. */
export function findReadOnlyAccess(path: string): FileAccess | undefined {
  return readOnlyAccesses(path).find((access) => {
    try {
      const database = openConnection(access, {})
      try {
        database.prepare('select count(*) from sqlite_schema').get()
        return true
      } finally {
        database.close()
      }
    } catch {
      return false
    }
  })
}

export function openConnection(
  { location, prelude, isReadOnly }: FileAccess,
  options: DatabaseSyncOptions,
): DatabaseSync {
  const database = new DatabaseSync(location, { ...options, ...(isReadOnly && { readOnly: true }) })
  try {
    if (prelude !== '') database.exec(prelude)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** @throws DatabaseUnavailableError for what `isOutdated`. */
export function assertCurrent({ isOutdated }: FileAccess): void {
  if (isOutdated()) throw new DatabaseUnavailableError('The database is not available. Retry later.')
}

/** SQLite's primary result codes of files that cannot be written, made or locked: read-only, I/O error, full, cannot open. */
const unwritableCodes: readonly (number | undefined)[] = [8, 10, 13, 14]

/** Whether a database that failed to open for writing may still be read. */
export function mayBeRead(path: string, error: unknown): boolean {
  return unwritableCodes.includes(resultCodeOf(error)) && (sizeOf(path) ?? 0n) > 0n
}

/** Why it cannot be written, as far as the system says it without SQLite; undefined: nothing is in the way. */
export function findWriteFault(path: string): WriteTrial | undefined {
  const code = folderFault(path) ?? accessFault(path)
  if (code === undefined) return undefined
  const outcome = outcomes[code] ?? 'failed'
  const reason =
    outcome === 'full' ? `${code}: ${describeSpace(dirname(path))}` : `${code}: ${describeOwner(path)}`
  return { outcome, ms: 0, reason }
}

const outcomes: Readonly<Record<string, WriteTrial['outcome']>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

function accessFault(path: string): string | undefined {
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    try {
      accessSync(file, constants.R_OK | constants.W_OK)
    } catch (error) {
      const code = errorCode(error)
      if (code !== 'ENOENT') return code
    }
  return undefined
}

function describeOwner(path: string): string {
  const [file, folder] = [statOf(path), statOf(dirname(path))]
  const owners = `${path} belongs to user ${file?.uid ?? '?'}, its folder to user ${folder?.uid ?? '?'}`
  const user = process.getuid?.()
  return user === undefined ? path : `${owners}, and this process runs as user ${user}`
}

/** Changes with each commit and each checkpoint. An empty log is as none. */
function fingerprint(path: string): string {
  const part = (file: string) => {
    const stats = statOf(file)
    return stats && stats.size > 0n ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
  }
  return `${part(path)} ${part(`${path}-wal`)}`
}

function sizeOf(file: string): bigint | undefined {
  return statOf(file)?.size
}

function statOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
