import { pollUntil } from '../async/time.ts'
import { newId } from '../core/context.ts'
import { AppError } from '../errors.ts'
import type { Payment } from '../model/payment.ts'
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
import type { PaidContext } from './paid-context.ts'
import { type PaidRequest, type PaidResponse, recordedResponse } from './paid-response.ts'
import type { PaidResult } from './payments.ts'
import {
  assertPayerTrusted,
  assertSignedByPayer,
  type PreflightResult,
  preflight,
  type ValidatedRequest,
  validateAuthorization,
} from './preflight.ts'
import { PaymentRefusedError } from './rules/terms.ts'
import {
  broadcastUntilMined,
  resumeFacilitatorSettlement,
  settleViaFacilitator,
  settleViaRelayer,
} from './settle.ts'
import { findPayment, reservePayment } from './store/payments.ts'

const pollIntervalMs = 100

/**
 * Accepts a payment once, and returns the response that it buys.
 *
 * 1. The authorization pays the price and is signed by its payer.
 * 2. A payment in the journal is answered from it, before the clock is checked. A leased one is awaited; one of a dead
 *    process is resumed.
 * 3. A new payment must be valid now, its payer trusted (`assertPayerTrusted`), and the transfer possible.
 * 4. It is reserved: of concurrent equal requests, on any server, one continues.
 * 5. The request is executed. If it fails or has nothing to charge for, the payment is dropped.
 * 6. Response and signed transaction are on disk before broadcast.
 *
 * Continues when the client disconnects.
 *
 * @throws PaymentRefusedError, AppError those of `execute`, with nothing charged; `ServiceUnavailableException` when
 * the chain cannot be read, or the payment is in progress.
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
    return known ? respondFromJournal(context, validated, known) : reserveNew(context, validated)
  })
  if (response) return response
  throw new AppError(
    'ServiceUnavailableException',
    'This payment is still in progress. Send the same credential again for its response.',
  )
}

/** Undefined when the journal must be read again. */
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

/** Undefined when another request was faster. */
async function reserveNew(
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
  const newPayment = {
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
  const { chainId, asset, payer } = validated.key
  const outcome = await store
    .inTurn(`payer ${chainId} ${asset} ${payer}`)
    .plainTransaction((tx) => reservePayment(tx, newPayment, maxOpen))
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

/** Undefined when the payment is in the journal now: its own transfer may have failed the check. */
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

/** Undefined when the lease was lost. */
async function settleLeased(
  context: PaidContext,
  validated: ValidatedRequest,
  leased: LeasedPayment,
): Promise<PaidResponse | undefined> {
  const { credential } = validated
  try {
    return await withLease(context, leased, async () => {
      if (isInState(leased, 'reserved')) return executeAndSettle(context, validated, leased)
      if (isInState(leased, 'signed', 'broadcast'))
        return recordedResponse(await resume(context, leased), credential)
      // The previous lease holder has completed it.
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
  leased: LeasedPayment<'reserved'>,
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
  leased: LeasedPayment<'reserved'>,
): Promise<PaidResult> {
  try {
    return await execute()
  } catch (error) {
    await dropPayment(context, leased, 'request-failed')
    throw error
  }
}

/**
 * @throws PaymentRefusedError, AppError `ServiceUnavailableException` when nothing was or can have been paid;
 * LeaseLostError.
 */
function settle(context: PaidContext, leased: LeasedPayment<'reserved'>, body: string): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer'
    ? settleViaRelayer(context, settlement, leased, body)
    : settleViaFacilitator(context, settlement, leased, body)
}

/** By the backend that may have sent it. */
function resume(context: PaidContext, leased: LeasedPayment<'signed' | 'broadcast'>): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer' && leased.payment.backend === 'relayer'
    ? broadcastUntilMined(context, settlement, leased)
    : resumeFacilitatorSettlement(context, settlement.token, leased)
}
