import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefusedError } from './refused-error.ts'

/** Seconds for which an authorization must remain valid, so that it can be mined; facilitators of x402 require the same. */
const minRemainingSeconds = 6

/**
 * Asserts that an authorization is valid now, and remains so for long enough to be mined. `now` is in seconds since 1970.
 *
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
