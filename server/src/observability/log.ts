import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'

/** Makes a log say of failures what `serializeError` does. */
export function withErrorSerializer(log: Logger): Logger {
  return log.child({}, { serializers: { err: serializeError } })
}

/**
 * What the log says of a failure: its kind, its words and where it comes from, with those of its causes. Libraries hang
 * more on theirs: the error of a database holds the row that it refused, and so what a payer has signed.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
