import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Payment } from '../../model/payment.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import { claimPayment, findPayment } from '../../store/payments/claims.ts'
import { newId } from '../new-id.ts'
import { assertPayerTrusted } from './assert-payer-trusted.ts'
import {
  abandon,
  acquireLease,
  isLeased,
  type LeasedPayment,
  LeaseLostError,
  newLease,
  withLease,
} from './lease.ts'
import { type PaidRequest, type PaidResponse, type PaidResult, recordedResponse } from './paid-response.ts'
import type { PaidContext } from './payments.ts'
import { type PreflightResult, preflight } from './preflight.ts'
import { resume, settle } from './settle.ts'
import {
  assertSignedByPayer,
  type ValidatedRequest,
  validateAuthorization,
} from './validate-authorization.ts'

/** Milliseconds between looks at a payment that somebody else is at work on. */
const pollIntervalMs = 100

/**
 * Answers a request that is paid for, and takes the payment, once.
 *
 * 1. The authorization must be for what this service asks; its signature must be the payer's.
 * 2. A payment that is known is answered from the journal, before any look at the clock: a proof buys one answer to one
 *    question, and gives the same answer whenever it comes again. If somebody is at work on it, they are waited for; if
 *    they have died, their work is taken over where they left it.
 * 3. A new one must be in time, no transfer of its payer may have failed recently (`assertTrusted`), and the token must be
 *    ready to make the transfer.
 * 4. It is claimed: of many equal requests, on however many servers, one goes on.
 * 5. The answer is found. If that fails, or there is nothing in it to pay for, the claim is dropped: nothing is charged.
 * 6. Answer and signed transaction are on disk before the transaction is sent.
 *
 * Goes on to the end when its caller does not wait any longer.
 *
 * @throws PaymentRefused whatever its reason, with nothing charged; AppError those of `produce`, with nothing charged,
 * and `ServiceUnavailableException` when the token's chain cannot be read, or another request is still at it.
 */
export function pay(context: PaidContext, request: PaidRequest): Promise<PaidResponse> {
  return context.payments.tasks.add(() => payOrWait(context, request))
}

async function payOrWait(context: PaidContext, request: PaidRequest): Promise<PaidResponse> {
  const { rules, payments, store } = context
  const validated = validateAuthorization(payments.terms, request)
  const deadline = performance.now() + rules.resolveTimeoutMs + 2 * payments.timeoutMs
  while (performance.now() < deadline) {
    const known = await findPayment(store.db, validated.key)
    const response = await (known
      ? respondFromJournal(context, validated, known)
      : claimNew(context, validated))
    if (response) return response
  }
  throw new AppError(
    'ServiceUnavailableException',
    'This payment is still under way; send the same proof again for its answer.',
  )
}

/** Answers by a payment that is known; undefined when it has to be looked at again. */
async function respondFromJournal(
  context: PaidContext,
  validated: ValidatedRequest,
  known: Payment,
): Promise<PaidResponse | undefined> {
  if (known.signatureHash !== validated.signatureHash) await assertSignedByPayer(context, validated)
  if (known.digest !== validated.digest)
    throw new PaymentRefusedError('spent', 'The nonce of this authorization was used for another payment.')
  if (known.fingerprint !== validated.requestHash)
    throw new PaymentRefusedError('spent', 'This payment was made for another query.')
  if (known.answer) return recordedResponse(known, validated.credential)
  if (isLeased(context, known)) {
    await delay(pollIntervalMs)
    return undefined
  }
  const leased = await acquireLease(context, known)
  return leased && settleLeased(context, validated, leased)
}

/** Claims a new payment; undefined when somebody else was faster. */
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
    fingerprint: requestHash,
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
      'The payer has other payments under way and cannot make this one as well; wait for them.',
    )
  const payment = await findPayment(store.db, validated.key)
  if (outcome === 'taken' || payment?.leaseOwner !== owner) return undefined
  return settleLeased(context, validated, { payment, owner })
}

/** How a payment may be claimed; undefined when it is known by now: then its own transfer may be what stood in its way. */
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

/** Brings a payment to its end; undefined when it was lost to somebody else. */
async function settleLeased(
  context: PaidContext,
  validated: ValidatedRequest,
  leased: LeasedPayment,
): Promise<PaidResponse | undefined> {
  try {
    return await withLease(context, leased, async () => {
      // Whoever had it before may have answered it between the look at it and now.
      if (leased.payment.answer) return recordedResponse(leased.payment, validated.credential)
      if (leased.payment.state !== 'claimed')
        return recordedResponse(await resume(context, leased), validated.credential)
      const result = await executeOrAbandon(context, validated, leased)
      if (result.isChargeable)
        return recordedResponse(
          await settle(context, leased, JSON.stringify(result.data)),
          validated.credential,
        )
      await abandon(context, leased, 'nothing to pay for')
      return { kind: 'free', data: result.data }
    })
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined
    throw error
  }
}

async function executeOrAbandon(
  context: PaidContext,
  { execute }: ValidatedRequest,
  leased: LeasedPayment,
): Promise<PaidResult> {
  try {
    return await execute()
  } catch (error) {
    await abandon(context, leased, 'no answer')
    throw error
  }
}
