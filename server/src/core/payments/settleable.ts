import { assertTimely } from '../../payment/assert-timely.ts'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import { PaymentRefused, type RefusalReason } from '../../payment/refusal.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import type { Token } from '../../settlement/token.ts'
import type { PaidRequest } from './answer.ts'
import type { PaidContext } from './payments.ts'
import { orUnavailable } from './unavailable.ts'

/** How a payment may be claimed. */
export interface Settleable {
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
export async function assertSettleable(context: PaidContext, { proof }: PaidRequest): Promise<Settleable> {
  const { clock, payments } = context
  const { settlement, maxOpen } = payments
  const { authorization, challengeExpires } = proof
  if (challengeExpires !== null && challengeExpires <= clock())
    throw new PaymentRefused('challenge-expired', 'The challenge has expired; pay for the new one.')
  assertTimely(authorization, Math.floor(clock() / 1000))
  if (settlement.kind === 'relayer') {
    await orUnavailable(settlement.relayer.assertReady())
    return assertTransferable(settlement.token, authorization, maxOpen)
  }
  await assertVerified(settlement.facilitator, authorization)
  // Without a look at the balance, one payment after the other.
  return settlement.token
    ? assertTransferable(settlement.token, authorization, maxOpen)
    : { maxOpen: 1, fromBlock: 0 }
}

async function assertTransferable(
  token: Token,
  authorization: TransferAuthorization,
  maxOpen: number,
): Promise<Settleable> {
  const { block, balance, isUsed, isTransferable } = await orUnavailable(token.check(authorization))
  const affordable = balance / authorization.value
  if (isUsed) throw new PaymentRefused('used', 'The authorization was used or cancelled before.')
  if (affordable < 1n) throw new PaymentRefused('funds', 'The payer has not enough of the token.')
  if (!isTransferable) throw new PaymentRefused('reverts', 'The token does not make this transfer.')
  return { maxOpen: affordable < maxOpen ? Number(affordable) : maxOpen, fromBlock: block }
}

/** What a facilitator's codes mean; those that are not here mean that the transfer would fail. */
const meanings: readonly (readonly [RegExp, RefusalReason])[] = [
  [/insufficient/, 'funds'],
  [/nonce_already_used/, 'used'],
  [/valid_before/, 'expired'],
  [/valid_after/, 'not-yet-valid'],
  [/signature/, 'signature'],
]

/** The refusal that a facilitator's code stands for. */
export function refusalBy(code: string): PaymentRefused {
  const [, reason = 'reverts'] = meanings.find(([pattern]) => pattern.test(code)) ?? []
  return new PaymentRefused(reason, 'The payment was refused before it was made.')
}

async function assertVerified(facilitator: Facilitator, authorization: TransferAuthorization): Promise<void> {
  const verdict = await orUnavailable(facilitator.verify(authorization))
  if (!verdict.isValid) throw refusalBy(verdict.reason)
}
