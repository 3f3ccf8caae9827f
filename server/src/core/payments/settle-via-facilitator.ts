import { pollUntil } from '../../async/poll-until.ts'
import type { Payment } from '../../model/payment.ts'
import type { FacilitatorSettlement } from '../../settlement/open-settlement.ts'
import type { Token } from '../../settlement/token.ts'
import { dropPayment, isInState, type LeasedPayment, recordOutcome } from './lease.ts'
import { authorizationOf, transferConfirmed } from './outcome.ts'
import type { PaidContext } from './payments.ts'
import { refusalForCode } from './preflight.ts'

const pollIntervalMs = 500

/** The operator trusts the facilitator. It is called once; from `signed` on, it may have been called. */
export async function settleViaFacilitator(
  context: PaidContext,
  { facilitator, token }: FacilitatorSettlement,
  claimed: LeasedPayment<'claimed'>,
  body: string,
): Promise<Payment> {
  const leased = await recordOutcome(context, claimed, { kind: 'submission-recorded', body })
  const { payment } = leased
  const result = await facilitator.settle(authorizationOf(payment))
  if (result.kind === 'refused' && (await isTransferAbsent(token, payment))) {
    await dropPayment(context, leased, 'transfer-rejected', result.reason)
    throw refusalForCode(result.reason)
  }
  if (result.kind === 'settled') {
    const outcome = transferConfirmed({ hash: result.hash, block: null })
    return (await recordOutcome(context, leased, outcome)).payment
  }
  if (result.kind !== 'pending') return resumeFacilitatorSettlement(context, token, leased)
  const accepted = { kind: 'transaction-accepted', txHash: result.hash } as const
  return resumeFacilitatorSettlement(context, token, await recordOutcome(context, leased, accepted))
}

/** A refusal may mean that another account made the transfer first. */
async function isTransferAbsent(token: Token | null, payment: Payment): Promise<boolean> {
  return (
    token === null ||
    (await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => undefined)) === null
  )
}

export async function resumeFacilitatorSettlement(
  context: PaidContext,
  token: Token | null,
  leased: LeasedPayment<'signed' | 'broadcast'>,
): Promise<Payment> {
  const { payment } = leased
  const deadline = performance.now() + context.payments.timeoutMs
  const transfer =
    token && (await pollUntil(deadline, pollIntervalMs, () => findConfirmedTransfer(token, payment)))
  if (transfer) return (await recordOutcome(context, leased, transferConfirmed(transfer))).payment
  const settled =
    isInState(leased, 'signed') && payment.txHash === null
      ? recordOutcome(context, leased, { kind: 'undetermined' })
      : recordOutcome(context, leased, { kind: 'confirmation-timeout' })
  return (await settled).payment
}

/** Undefined while absent or unreadable. */
export async function findConfirmedTransfer(token: Token, payment: Payment) {
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  return transfer ?? undefined
}
