import type { Context } from '../../context.ts'
import { answerLookup } from '../../core/lookup/answer.ts'
import { AppError } from '../../errors.ts'
import { andThen, type MaybePromise } from '../../maybe-promise.ts'

/**
 * Answers a lookup: the body of EIP-3668.
 *
 * @throws AppError `ServiceUnavailableException` under pressure, and those of `answerLookup`, at once or by the promise.
 */
export function answer(context: Context, resolverId: string, data: string): MaybePromise<string> {
  if (context.pressure.isOverloaded()) {
    context.metrics.shed('lookup')
    throw new AppError('ServiceUnavailableException', 'Too much is asked at this moment; try again.')
  }
  return andThen(answerLookup(context, { resolverId, data }), (response) => `{"data":"${response}"}`)
}

/**
 * Takes the call data out of a body.
 *
 * @throws AppError `BadRequestException`
 */
export function dataOf(body: unknown): string {
  const isObject = typeof body === 'object' && body !== null
  if (isObject && 'data' in body && typeof body.data === 'string') return body.data
  throw new AppError('BadRequestException', 'The body is not {"data": "0x…", "sender": "0x…"}.')
}
