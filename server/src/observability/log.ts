import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'

/** Applies `serializeError` to logged errors. */
export function withErrorSerializer(log: Logger): Logger {
  return log.child({}, { serializers: { err: serializeError } })
}

/**
 * Serializes an error for the log: its name, message, stack and code, and those of its causes. Libraries add more: the error of
 * a database contains the rejected row, and so payers' authorizations.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
