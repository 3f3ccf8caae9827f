import { andThen, type MaybePromise } from '../../async/maybe-promise.ts'
import type { Context } from '../../context.ts'
import { respondToLookup } from '../../core/lookup/handle.ts'
import { AppError } from '../../errors.ts'

/**
 * Answers a lookup: the body of EIP-3668.
 *
 * @throws AppError `ServiceUnavailableException` under pressure, and those of `answerLookup`, at once or by the promise.
 */
export function handleLookup(context: Context, resolverId: string, data: string): MaybePromise<string> {
  if (context.overloadMonitor.shouldShedLookups()) {
    context.metrics.requestShed('lookup')
    throw new AppError('ServiceUnavailableException', 'Too much is asked at this moment; try again.')
  }
  return andThen(respondToLookup(context, { resolverId, data }), (response) => `{"data":"${response}"}`)
}

/**
 * Takes the call data out of a body.
 *
 * @throws AppError `BadRequestException`
 */
export function callDataFromBody(body: unknown): string {
  const isObject = typeof body === 'object' && body !== null
  if (isObject && 'data' in body && typeof body.data === 'string') return body.data
  throw new AppError('BadRequestException', 'The body is not {"data": "0x…", "sender": "0x…"}.')
}
