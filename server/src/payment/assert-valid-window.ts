import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefusedError } from './refused-error.ts'

/** Seconds that an authorization has to last, so that a block can still take it; as facilitators of x402 ask for. */
const minRemainingSeconds = 6

/**
 * Asserts that an authorization is valid now, and for long enough to be sent. `now` is in seconds since 1970.
 *
 * @throws PaymentRefused `not-yet-valid`, `expired`.
 */
export function assertValidWindow(
  { validAfter, validBefore }: Pick<TransferAuthorization, 'validAfter' | 'validBefore'>,
  now: number,
): void {
  if (validAfter > now) throw new PaymentRefusedError('not-yet-valid', 'The payment is not valid yet.')
  if (validBefore < now + minRemainingSeconds)
    throw new PaymentRefusedError(
      'expired',
      `The payment has expired, or does so within ${minRemainingSeconds} seconds; it has to be signed anew.`,
    )
}
