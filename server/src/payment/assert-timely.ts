import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefused } from './refusal.ts'

/** Seconds that an authorization has to last, so that a block can still take it; as facilitators of x402 ask for. */
const margin = 6

/**
 * Asserts that an authorization is valid now, and for long enough to be sent. `now` is in seconds since 1970.
 *
 * @throws PaymentRefused `not-yet-valid`, `expired`.
 */
export function assertTimely(
  { validAfter, validBefore }: Pick<TransferAuthorization, 'validAfter' | 'validBefore'>,
  now: number,
): void {
  if (validAfter > now) throw new PaymentRefused('not-yet-valid', 'The payment is not valid yet.')
  if (validBefore < now + margin)
    throw new PaymentRefused(
      'expired',
      `The payment has expired, or does so within ${margin} seconds; it has to be signed anew.`,
    )
}
