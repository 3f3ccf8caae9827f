import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefusedError } from './refused-error.ts'

/** Time to be mined, as in x402 facilitators. */
const minRemainingSeconds = 6

/**
 * `now` in Unix seconds.
 * @throws PaymentRefusedError `not-yet-valid`, `expired`.
 */
export function assertValidWindow(
  { validAfter, validBefore }: Pick<TransferAuthorization, 'validAfter' | 'validBefore'>,
  now: number,
): void {
  if (validAfter > now) throw new PaymentRefusedError('not-yet-valid', 'The payment is not valid yet.')
  if (validBefore < now + minRemainingSeconds)
    throw new PaymentRefusedError(
      'expired',
      `The payment has expired, or expires within ${minRemainingSeconds} seconds. Sign a new one.`,
    )
}
