import { assertValidWindow } from '../../payment/assert-valid-window.ts'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import { PaymentRefusedError, type RefusalReason } from '../../payment/refused-error.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import type { Token } from '../../settlement/token.ts'
import { asServiceUnavailable } from './as-service-unavailable.ts'
import type { PaidRequest } from './paid-response.ts'
import type { PaidContext } from './payments.ts'

/** How a payment may be claimed. */
export interface PreflightResult {
  /** How many payments the payer may have under way, this one included: no more than there is money for. */
  readonly maxOpen: number
  /** A block at which the authorization was not used; 0 when no chain can be read. */
  readonly fromBlock: number
}

/**
 * Looks at the clock and at the chain: whether the transfer could be made now.
 *
 * @throws PaymentRefused `challenge-expired`, `expired`, `not-yet-valid`, `used`, `funds`, `reverts`; AppError
 * `ServiceUnavailableException` when the chain or the facilitator does not answer, or the relayer is out of gas.
 */
export async function preflight(context: PaidContext, { credential }: PaidRequest): Promise<PreflightResult> {
  const { clock, payments } = context
  const { settlement, maxPendingPerPayer: maxOpen } = payments
  const { authorization, challengeExpires } = credential
  if (challengeExpires !== null && challengeExpires <= clock())
    throw new PaymentRefusedError('challenge-expired', 'The challenge has expired; pay for the new one.')
  assertValidWindow(authorization, Math.floor(clock() / 1000))
  if (settlement.kind === 'relayer') {
    await asServiceUnavailable(settlement.relayer.assertReady())
    return assertTransferable(settlement.token, authorization, maxOpen)
  }
  await assertVerifiedByFacilitator(settlement.facilitator, authorization)
  // Without a look at the balance, one payment after the other.
  return settlement.token
    ? assertTransferable(settlement.token, authorization, maxOpen)
    : { maxOpen: 1, fromBlock: 0 }
}

async function assertTransferable(
  token: Token,
  authorization: TransferAuthorization,
  maxOpen: number,
): Promise<PreflightResult> {
  const { block, balance, isUsed, isTransferable } = await asServiceUnavailable(token.check(authorization))
  const affordable = balance / authorization.value
  if (isUsed) throw new PaymentRefusedError('used', 'The authorization was used or cancelled before.')
  if (affordable < 1n) throw new PaymentRefusedError('funds', 'The payer has not enough of the token.')
  if (!isTransferable) throw new PaymentRefusedError('reverts', 'The token does not make this transfer.')
  return { maxOpen: affordable < maxOpen ? Number(affordable) : maxOpen, fromBlock: block }
}

/** What a facilitator's codes mean; those that are not here mean that the transfer would fail. */
const reasonsByCode: readonly (readonly [RegExp, RefusalReason])[] = [
  [/insufficient/, 'funds'],
  [/nonce_already_used/, 'used'],
  [/valid_before/, 'expired'],
  [/valid_after/, 'not-yet-valid'],
  [/signature/, 'signature'],
]

/** The refusal that a facilitator's code stands for. */
export function refusalForCode(code: string): PaymentRefusedError {
  const [, reason = 'reverts'] = reasonsByCode.find(([pattern]) => pattern.test(code)) ?? []
  return new PaymentRefusedError(reason, 'The payment was refused before it was made.')
}

async function assertVerifiedByFacilitator(
  facilitator: Facilitator,
  authorization: TransferAuthorization,
): Promise<void> {
  const result = await asServiceUnavailable(facilitator.verify(authorization))
  if (!result.isValid) throw refusalForCode(result.reason)
}
