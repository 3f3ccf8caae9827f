import { AppError, errorCode } from '../errors.ts'
import { connectionAdvice, reachabilityAdvice } from './postgres/fault-advice.ts'
import { resultCodeOf } from './sqlite/result-code.ts'

/** By SQLite's primary result code. */
const sqliteProblems: Readonly<Record<number, string>> = {
  10: 'its disk reports an error, or is full: look at the disk and at the log of the system (dmesg).',
  11: 'its file is damaged: keep a copy of it, and restore the newest backup (byname restore).',
  8: 'it is read-only: make its file and folder writable for this user.',
  13: 'its disk is full: free some space.',
  26: 'its file is no SQLite database, or is damaged: keep a copy of it, and restore the newest backup (byname restore).',
}

/** With advice where there is some. */
export function describeError(error: unknown): string {
  return describe(error, connectionAdvice)
}

/** As `describeError`, of an error of opening or using a database. */
export function describeDatabaseError(error: unknown): string {
  return describe(error, reachabilityAdvice)
}

/** A connection refused at every address of a host has no message, only a code. */
function describe(error: unknown, advise: (error: unknown) => string | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const advice = advise(error)
  if (advice !== undefined) return `${error.message || errorCode(error)}. ${advice}`
  if (error instanceof AppError && error.cause !== undefined) return describe(error.cause, advise)
  const sqliteProblem = sqliteProblems[resultCodeOf(error) ?? -1]
  if (sqliteProblem !== undefined) return sqliteProblem
  if (error.message === 'unable to open database file')
    return 'its file cannot be opened: it must be a file in a folder, both of which this user may read and write.'
  if (error.message !== '') return error.message
  return errorCode(error) ?? error.name
}
