import { v7 as newId } from 'uuid'
import type {
  Payment,
  PaymentChange,
  PaymentState,
  TransferAuthorization,
} from '../../../src/model/payment.ts'
import {
  getPayment,
  type NewPayment,
  type ReserveOutcome,
  reservePayment,
} from '../../../src/payments/store/payments.ts'
import { transitionPayment } from '../../../src/payments/store/transitions.ts'
import type { Store } from '../../../src/store/store.ts'
import { randomHex } from './entities.ts'

export function newAuthorization(changes: Partial<TransferAuthorization> = {}): TransferAuthorization {
  return {
    chainId: 8453,
    asset: `0x${'a5'.repeat(20)}`,
    from: randomHex(20),
    to: randomHex(20),
    value: 5000n,
    validAfter: 0n,
    validBefore: 1_900_000_000n,
    nonce: randomHex(32),
    signature: randomHex(65),
    ...changes,
  }
}

export function newPayment(changes: Partial<NewPayment> = {}): NewPayment {
  return {
    id: newId(),
    authorization: newAuthorization(),
    digest: randomHex(32),
    signatureHash: randomHex(32),
    protocol: 'mpp',
    challengeId: randomHex(32),
    requestHash: randomHex(32),
    backend: 'relayer',
    fromBlock: 7,
    leaseOwner: newId(),
    leaseUntil: 1_000,
    createdAt: 100,
    ...changes,
  }
}

/** A transaction that a relayer has signed for a payment. */
export function newTransaction(relayerNonce: number) {
  return {
    relayer: randomHex(20),
    relayerNonce,
    txHash: randomHex(32),
    rawTx: randomHex(90),
  }
}

/** Reserves in its own transaction; the limit of ten pending payments of a payer is not reached. */
export function reserve(store: Store, payment: NewPayment, maxPending = 10): Promise<ReserveOutcome> {
  return store.transaction((tx) => reservePayment(tx, payment, maxPending))
}

/** Reserves a payment, without a conflict. */
export async function addPayment(store: Store, changes: Partial<NewPayment> = {}): Promise<LeasedPayment> {
  const payment = newPayment(changes)
  const outcome = await reserve(store, payment)
  if (outcome !== 'reserved') throw new Error(`The payment is not reserved: ${outcome}.`)
  return { ...(await storedPayment(store, payment.id)), leaseOwner: payment.leaseOwner }
}

/** A payment with a lease on it. */
export type LeasedPayment = Payment & { readonly leaseOwner: string }

/** Changes a payment in its own transaction, with the lease that the payment was read with. */
export function transition(
  store: Store,
  { id, state, leaseOwner }: Pick<LeasedPayment, 'id' | 'state' | 'leaseOwner'>,
  change: PaymentChange,
  now = 200,
): Promise<Payment | undefined> {
  return store.transaction((tx) => transitionPayment(tx, { id, state }, leaseOwner, change, now))
}

/** Adds a payment and changes it to a state. */
export async function addPaymentIn(
  store: Store,
  state: PaymentState,
  { reserved = {}, fields = {} }: { reserved?: Partial<NewPayment>; fields?: Omit<PaymentChange, 'to'> } = {},
): Promise<LeasedPayment> {
  const payment = await addPayment(store, reserved)
  const moved = await transition(store, payment, { to: state, ...fields })
  if (!moved) throw new Error('The payment has moved on.')
  return { ...moved, leaseOwner: payment.leaseOwner }
}

export async function storedPayment(store: Store, id: string): Promise<Payment> {
  const payment = await getPayment(store.db, id)
  if (!payment) throw new Error('The payment is gone.')
  return payment
}
