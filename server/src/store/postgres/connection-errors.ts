import { TimeoutError } from '../../async/with-timeout.ts'
import { errorCode } from '../../error-code.ts'

/** SQLSTATEs of a server that cannot be connected to, or is going down, or coming up. */
const connectionSqlStates = /^(08...|57P0[123])$/

/** What the system says when a server is not reached, or is not there any more. */
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

/** The words of pg for a connection that has ended or was not made in time; they come without a code. */
const connectionMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|not queryable/

/** Whether a query failed because its server is not there, and not by what the server said about it. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TimeoutError) return true
  const code = errorCode(error)
  if (code !== undefined) return systemCodes.has(code) || connectionSqlStates.test(code)
  // Of several addresses of a host each has failed.
  if (error instanceof AggregateError) return error.errors.every(isConnectionError)
  return connectionMessages.test(error.message) || isConnectionError(error.cause)
}
