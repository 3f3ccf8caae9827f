/** SQLSTATEs of a server that cannot be connected to, or is going down, or coming up. */
const states = /^(08...|57P0[123])$/

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
const words =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|not queryable/

/** Whether a query failed because its server is not there, and not by what the server said about it. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string')
    return systemCodes.has(error.code) || states.test(error.code)
  // Of several addresses of a host each has failed.
  if (error instanceof AggregateError) return error.errors.every(isOutage)
  return words.test(error.message) || isOutage(error.cause)
}
