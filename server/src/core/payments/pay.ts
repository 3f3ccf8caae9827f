import { pollUntil } from '../../async/poll-until.ts'
import { AppError } from '../../errors.ts'
import type { Payment } from '../../model/payment.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import { claimPayment, findPayment } from '../../store/payments/claims.ts'
import { newId } from '../new-id.ts'
import {
  acquireLease,
  dropPayment,
  isInState,
  isLeased,
  type LeasedPayment,
  LeaseLostError,
  newLease,
  withLease,
} from './lease.ts'
import { type PaidRequest, type PaidResponse, type PaidResult, recordedResponse } from './paid-response.ts'
import type { PaidContext } from './payments.ts'
import {
  assertPayerTrusted,
  assertSignedByPayer,
  type PreflightResult,
  preflight,
  type ValidatedRequest,
  validateAuthorization,
} from './preflight.ts'
import { resumeFacilitatorSettlement, settleViaFacilitator } from './settle-via-facilitator.ts'
import { broadcastUntilMined, settleViaRelayer } from './settle-via-relayer.ts'

/** Milliseconds between checks of a payment that another task has leased. */
const pollIntervalMs = 100

/**
 * Accepts a payment once, and returns the response that it buys.
 *
 * 1. The authorization must pay this service's price, and its payer must have signed it.
 * 2. A payment in the journal is answered from it, before the clock is checked: a credential buys one response to one request,
 *   and gets the same response each time. A leased payment is waited for; one whose process has died is resumed.
 * 3. A new payment must be valid now, its payer not blocked (`assertPayerTrusted`), and the transfer possible on chain.
 * 4. It is claimed: of concurrent equal requests, on any number of servers, one continues.
 * 5. The request is executed. If it fails, or finds nothing to charge for, the claim is dropped and nothing is charged.
 * 6. The response and the signed transaction are on disk before the transaction is sent.
 *
 * States and outcomes are in `transitions.ts`. Continues to the end when the client disconnects.
 *
 * @throws PaymentRefusedError with nothing charged; AppError those of `execute`, with nothing charged, and
 * `ServiceUnavailableException` when the token's chain cannot be read, or the payment is still in progress.
 */
export function pay(context: PaidContext, request: PaidRequest): Promise<PaidResponse> {
  return context.payments.tasks.add(() => payOrWait(context, request))
}

async function payOrWait(context: PaidContext, request: PaidRequest): Promise<PaidResponse> {
  const { rules, payments, store } = context
  const validated = validateAuthorization(payments.terms, request)
  const deadline = performance.now() + rules.resolveTimeoutMs + 2 * payments.timeoutMs
  const response = await pollUntil(deadline, pollIntervalMs, async () => {
    const known = await findPayment(store.db, validated.key)
    return known ? respondFromJournal(context, validated, known) : claimNew(context, validated)
  })
  if (response) return response
  throw new AppError(
    'ServiceUnavailableException',
    'This payment is still in progress. Send the same credential again for its response.',
  )
}

/** Answers from a payment in the journal; undefined when it must be read again. */
async function respondFromJournal(
  context: PaidContext,
  validated: ValidatedRequest,
  known: Payment,
): Promise<PaidResponse | undefined> {
  if (known.signatureHash !== validated.signatureHash) await assertSignedByPayer(context, validated)
  if (known.digest !== validated.digest)
    throw new PaymentRefusedError('spent', 'The nonce of this authorization was used for another payment.')
  if (known.requestHash !== validated.requestHash)
    throw new PaymentRefusedError('spent', 'This payment was made for another query.')
  if (known.answer) return recordedResponse(known, validated.credential)
  const leased = isLeased(context, known) ? undefined : await acquireLease(context, known)
  return leased && settleLeased(context, validated, leased)
}

/** Claims a new payment and settles it; undefined when another request was faster. */
async function claimNew(
  context: PaidContext,
  validated: ValidatedRequest,
): Promise<PaidResponse | undefined> {
  const { store, clock, payments } = context
  await assertSignedByPayer(context, validated)
  await assertPayerTrusted(context, validated.key)
  const preflightResult = await preflightUnlessKnown(context, validated)
  if (!preflightResult) return undefined
  const { maxOpen, fromBlock } = preflightResult
  const { owner, until } = newLease(context)
  const { credential, digest, signatureHash, requestHash } = validated
  const claim = {
    id: newId(),
    ...credential,
    digest,
    signatureHash,
    requestHash,
    backend: payments.settlement.kind,
    fromBlock,
    leaseOwner: owner,
    leaseUntil: until,
    createdAt: clock(),
  }
  const outcome = await store.transaction((tx) => claimPayment(tx, claim, maxOpen))
  if (outcome === 'challenge-taken')
    throw new PaymentRefusedError('challenge', 'This challenge was used by another payment.')
  if (outcome === 'too-many')
    throw new PaymentRefusedError(
      maxOpen < payments.maxPendingPerPayer ? 'funds' : 'too-many',
      "The payer's other pending payments use up its balance. Wait until they are settled.",
    )
  const payment = await findPayment(store.db, validated.key)
  if (outcome === 'taken' || payment?.leaseOwner !== owner) return undefined
  return settleLeased(context, validated, { payment, owner })
}

/** Checks a payment before its claim; undefined when it is in the journal now: its own transfer may have failed the check. */
async function preflightUnlessKnown(
  context: PaidContext,
  validated: ValidatedRequest,
): Promise<PreflightResult | undefined> {
  try {
    return await validated.admit(() => preflight(context, validated))
  } catch (error) {
    if (error instanceof PaymentRefusedError && (await findPayment(context.store.db, validated.key)))
      return undefined
    throw error
  }
}

/** Settles a leased payment; undefined when the lease was lost. */
async function settleLeased(
  context: PaidContext,
  validated: ValidatedRequest,
  leased: LeasedPayment,
): Promise<PaidResponse | undefined> {
  const { credential } = validated
  try {
    return await withLease(context, leased, async () => {
      if (isInState(leased, 'claimed')) return executeAndSettle(context, validated, leased)
      if (isInState(leased, 'signed', 'broadcast'))
        return recordedResponse(await resume(context, leased), credential)
      // The previous holder of the lease has completed it since it was read.
      return recordedResponse(leased.payment, credential)
    })
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined
    throw error
  }
}

async function executeAndSettle(
  context: PaidContext,
  validated: ValidatedRequest,
  leased: LeasedPayment<'claimed'>,
): Promise<PaidResponse> {
  const { data, isChargeable } = await executeOrDrop(context, validated, leased)
  if (!isChargeable) {
    await dropPayment(context, leased, 'nothing-to-charge')
    return { kind: 'free', data }
  }
  return recordedResponse(await settle(context, leased, JSON.stringify(data)), validated.credential)
}

async function executeOrDrop(
  context: PaidContext,
  { execute }: ValidatedRequest,
  leased: LeasedPayment<'claimed'>,
): Promise<PaidResult> {
  try {
    return await execute()
  } catch (error) {
    await dropPayment(context, leased, 'request-failed')
    throw error
  }
}

/**
 * Makes a claimed payment in the configured way; `body` is the response that it buys.
 *
 * @throws PaymentRefusedError, AppError `ServiceUnavailableException` when it was not made and cannot have been;
 * LeaseLostError.
 */
function settle(context: PaidContext, leased: LeasedPayment<'claimed'>, body: string): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer'
    ? settleViaRelayer(context, settlement, leased, body)
    : settleViaFacilitator(context, settlement, leased, body)
}

/** Resumes a payment that may have been sent, through the backend that sent it. */
function resume(context: PaidContext, leased: LeasedPayment<'signed' | 'broadcast'>): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer' && leased.payment.backend === 'relayer'
    ? broadcastUntilMined(context, settlement, leased)
    : resumeFacilitatorSettlement(context, settlement.token, leased)
}
