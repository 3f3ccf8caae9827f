import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { PaymentRefused } from '../../payment/refusal.ts'
import type { Payment } from '../../store/payment-row.ts'
import { claimPayment, findPayment } from '../../store/payments.ts'
import { newId } from '../new-id.ts'
import { answerOf, type PaidAnswer, type PaidRequest, type Product } from './answer.ts'
import { assertSigned, type Genuine, genuine } from './genuine.ts'
import { drop, type Held, holding, isLeased, LeaseLost, newLease, takeOver } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { resume, settle } from './settle.ts'
import { assertSettleable, type Settleable } from './settleable.ts'
import { assertTrusted } from './trusted.ts'

/** Milliseconds between looks at a payment that somebody else is at work on. */
const pollInterval = 100

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
export const pay = (context: PaidContext, request: PaidRequest): Promise<PaidAnswer> =>
  context.payments.tasks.run(() => payInTurn(context, request))

async function payInTurn(context: PaidContext, request: PaidRequest): Promise<PaidAnswer> {
  const { rules, payments, store } = context
  const asked = genuine(payments.terms, request)
  const deadline = performance.now() + rules.readTimeout + 2 * payments.timeout
  while (performance.now() < deadline) {
    const known = await findPayment(store.db, asked.key)
    const answer = await (known ? follow(context, asked, known) : begin(context, asked))
    if (answer) return answer
  }
  throw new AppError(
    'ServiceUnavailableException',
    'This payment is still under way; send the same proof again for its answer.',
  )
}

/** Answers by a payment that is known; undefined when it has to be looked at again. */
async function follow(context: PaidContext, asked: Genuine, known: Payment): Promise<PaidAnswer | undefined> {
  if (known.signatureHash !== asked.signatureHash) await assertSigned(context, asked)
  if (known.digest !== asked.digest)
    throw new PaymentRefused('spent', 'The nonce of this authorization was used for another payment.')
  if (known.fingerprint !== asked.fingerprint)
    throw new PaymentRefused('spent', 'This payment was made for another query.')
  if (known.answer) return answerOf(known, asked.proof)
  if (isLeased(context, known)) {
    await delay(pollInterval)
    return undefined
  }
  const held = await takeOver(context, known)
  return held && conclude(context, asked, held)
}

/** Claims a new payment; undefined when somebody else was faster. */
async function begin(context: PaidContext, asked: Genuine): Promise<PaidAnswer | undefined> {
  const { store, clock, payments } = context
  await assertSigned(context, asked)
  await assertTrusted(context, asked.key)
  const settleable = await lookAhead(context, asked)
  if (!settleable) return undefined
  const { maxOpen, fromBlock } = settleable
  const { owner, until } = newLease(context)
  const { proof, digest, signatureHash, fingerprint } = asked
  const claim = {
    id: newId(),
    ...proof,
    digest,
    signatureHash,
    fingerprint,
    backend: payments.settlement.kind,
    fromBlock,
    leaseOwner: owner,
    leaseUntil: until,
    createdAt: clock(),
  }
  const outcome = await store.transaction((tx) => claimPayment(tx, claim, maxOpen))
  if (outcome === 'challenge-taken')
    throw new PaymentRefused('challenge', 'This challenge was used by another payment.')
  if (outcome === 'too-many')
    throw new PaymentRefused(
      maxOpen < payments.maxOpen ? 'funds' : 'too-many',
      'The payer has other payments under way and cannot make this one as well; wait for them.',
    )
  const payment = await findPayment(store.db, asked.key)
  if (outcome === 'taken' || payment?.leaseOwner !== owner) return undefined
  return conclude(context, asked, { payment, owner })
}

/** How a payment may be claimed; undefined when it is known by now: then its own transfer may be what stood in its way. */
async function lookAhead(context: PaidContext, asked: Genuine): Promise<Settleable | undefined> {
  try {
    return await asked.admit(() => assertSettleable(context, asked))
  } catch (error) {
    if (error instanceof PaymentRefused && (await findPayment(context.store.db, asked.key))) return undefined
    throw error
  }
}

/** Brings a payment to its end; undefined when it was lost to somebody else. */
async function conclude(context: PaidContext, asked: Genuine, held: Held): Promise<PaidAnswer | undefined> {
  try {
    return await holding(context, held, async () => {
      // Whoever had it before may have answered it between the look at it and now.
      if (held.payment.answer) return answerOf(held.payment, asked.proof)
      if (held.payment.state !== 'claimed') return answerOf(await resume(context, held), asked.proof)
      const product = await produced(context, asked, held)
      if (product.isChargeable)
        return answerOf(await settle(context, held, JSON.stringify(product.data)), asked.proof)
      await drop(context, held, 'nothing to pay for')
      return { kind: 'free', data: product.data }
    })
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    throw error
  }
}

async function produced(context: PaidContext, { produce }: Genuine, held: Held): Promise<Product> {
  try {
    return await produce()
  } catch (error) {
    await drop(context, held, 'no answer')
    throw error
  }
}
