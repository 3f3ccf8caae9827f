import { TimeoutError } from '../../async/with-timeout.ts'
import { errorCode } from '../../error-code.ts'

/** SQLSTATEs of a server that is unreachable, stopping or starting. */
const connectionSqlStates = /^(08...|57P0[123])$/

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of pg that have no code. */
const connectionMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|not queryable/

/** Whether the server was unreachable, rather than the query rejected. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TimeoutError) return true
  const code = errorCode(error)
  if (code !== undefined) return systemCodes.has(code) || connectionSqlStates.test(code)
  // Every address of the host failed.
  if (error instanceof AggregateError) return error.errors.every(isConnectionError)
  return connectionMessages.test(error.message) || isConnectionError(error.cause)
}
