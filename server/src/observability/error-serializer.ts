import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'

export function withErrorSerializer(log: Logger): Logger {
  return log.child({}, { serializers: { err: serializeError } })
}

/**
 * Keeps name, message, stack and code, and those of causes. Libraries add more: a database's error contains the
 * rejected row, and so payers' authorizations.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
