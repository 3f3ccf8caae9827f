import { TimeoutError } from '../../async/with-timeout.ts'
import { errorCode } from '../../error-code.ts'

/** SQLSTATEs of a server that rejects connections, is shutting down, or is starting. */
const connectionSqlStates = /^(08...|57P0[123])$/

/** System errors of a server that is unreachable, or no longer there. */
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

/** Messages of pg for a connection that has ended or timed out; they have no code. */
const connectionMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|not queryable/

/** Whether a query failed because its server is unreachable, and not by a response of the server. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TimeoutError) return true
  const code = errorCode(error)
  if (code !== undefined) return systemCodes.has(code) || connectionSqlStates.test(code)
  // Each of several addresses of a host has failed.
  if (error instanceof AggregateError) return error.errors.every(isConnectionError)
  return connectionMessages.test(error.message) || isConnectionError(error.cause)
}
