import { expect, it } from 'vitest'
import { openStates, type Payment, terminalStates } from '../../../src/model/payment.ts'
import { acquirePaymentLease } from '../../../src/payments/store/leases.ts'
import {
  findFailedTransfers,
  findPayment,
  getPayment,
  listPaymentEvents,
  type NewPayment,
  reservePayment,
} from '../../../src/payments/store/payments.ts'
import { deleteDroppedPayment } from '../../../src/payments/store/transitions.ts'
import { randomHex } from '../../support/databases/entities.ts'
import {
  addPayment,
  addPaymentIn,
  type LeasedPayment,
  newAuthorization,
  newPayment,
  newTransaction,
  reserve,
  storedPayment,
  transition,
} from '../../support/databases/payment-entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

function keyOf({ authorization: { chainId, asset, from: payer, nonce } }: NewPayment) {
  return {
    chainId,
    asset,
    payer,
    nonce,
  }
}

describeOnEachStore('reserved payments', (store) => {
  const drop = ({ id, leaseOwner }: LeasedPayment, reason = 'nothing to pay for') =>
    store().transaction((tx) => deleteDroppedPayment(tx, id, leaseOwner, reason, 300))

  it('rule: a reserved payment is found by its authorization and by its id, as it was reserved', async () => {
    const payment = newPayment()
    const { authorization } = payment
    expect(await reserve(store(), payment)).toBe('reserved')

    const { leaseUntil, createdAt, leaseOwner, ...reserved } = payment
    const expected: Payment = {
      ...reserved,
      ...keyOf(payment),
      payTo: authorization.to,
      amount: authorization.value,
      validBefore: authorization.validBefore,
      state: 'reserved',
      leaseOwner,
      leaseUntil,
      relayer: null,
      relayerNonce: null,
      txHash: null,
      rawTx: null,
      settledTx: null,
      settledBlock: null,
      settledAt: null,
      body: null,
      answer: null,
      createdAt,
      updatedAt: createdAt,
    }
    expect(await findPayment(store().db, keyOf(payment))).toEqual(expected)
    expect(await getPayment(store().db, payment.id)).toEqual(expected)
  })

  it('rule: events name the payer of an authorization, without its signature, once something may be sent for it', async () => {
    const payment = newPayment()
    const held = await addPayment(store(), payment)
    const { id, protocol, challengeId, backend, createdAt } = payment
    expect(await listPaymentEvents(store().db, id)).toEqual([])
    await transition(store(), held, { to: 'signed' })
    const detail = { ...keyOf(payment), protocol, challengeId, backend }
    expect(await listPaymentEvents(store().db, id)).toMatchObject([
      { paymentId: id, from: null, to: 'reserved', detail, createdAt },
      { paymentId: id, from: 'reserved', to: 'signed' },
    ])
  })

  it('rule: numbers of 256 bits are stored exactly', async () => {
    const largest = 2n ** 256n - 1n
    const authorization = newAuthorization({
      value: largest,
      validAfter: largest - 2n,
      validBefore: largest - 1n,
    })
    const { id } = await addPayment(store(), { authorization })
    const stored = await storedPayment(store(), id)
    expect(stored.authorization).toEqual(authorization)
    expect(stored).toMatchObject({ amount: largest, validBefore: largest - 1n })
  })

  it('rule: an authorization is reserved once, with any other fields; another is free', async () => {
    const first = newPayment()
    const { authorization } = first
    expect(await reserve(store(), first)).toBe('reserved')

    const again = newPayment({ authorization: { ...authorization, value: 1n, signature: '0x01' } })
    expect(await reserve(store(), again)).toBe('taken')
    expect(await getPayment(store().db, again.id)).toBeUndefined()
    expect(await listPaymentEvents(store().db, again.id)).toEqual([])
    expect((await storedPayment(store(), first.id)).authorization).toEqual(authorization)

    const others = [
      { chainId: 1 },
      { asset: randomHex(20) },
      { from: randomHex(20) },
      { nonce: randomHex(32) },
    ]
    for (const other of others) {
      const payment = newPayment({ authorization: { ...authorization, ...other } })
      expect(await reserve(store(), payment)).toBe('reserved')
    }
  })

  it('rule: a challenge is reserved by one authorization; a missing challenge never conflicts', async () => {
    const { challengeId } = await addPayment(store())
    expect(await reserve(store(), newPayment({ challengeId }))).toBe('challenge-taken')
    expect(await reserve(store(), newPayment({ challengeId: null }))).toBe('reserved')
    expect(await reserve(store(), newPayment({ challengeId: null }))).toBe('reserved')
  })

  it('rule: the pending payments of a payer and token are limited', async () => {
    const payer = newAuthorization()
    const another = () => newPayment({ authorization: { ...payer, nonce: randomHex(32) } })
    for (const state of openStates) await addPaymentIn(store(), state, { reserved: another() })
    expect(await reserve(store(), another(), openStates.length)).toBe('too-many')
    expect(await reserve(store(), another(), openStates.length + 1)).toBe('reserved')

    const elsewhere = newPayment({ authorization: { ...payer, asset: randomHex(20) } })
    expect(await reserve(store(), elsewhere, 1)).toBe('reserved')
  })

  it('rule: payments in a terminal state, and dropped ones, are not pending', async () => {
    const payer = newAuthorization()
    const another = () => newPayment({ authorization: { ...payer, nonce: randomHex(32) } })
    for (const state of terminalStates) await addPaymentIn(store(), state, { reserved: another() })
    await drop(await addPayment(store(), another()))
    expect(await reserve(store(), another(), 1)).toBe('reserved')
  })

  it('rule: a used authorization is reported before a used challenge, and that before too many payments', async () => {
    const first = newPayment()
    const second = newPayment()
    await reserve(store(), first)
    await reserve(store(), second)
    const { challengeId } = second
    expect(await reserve(store(), newPayment({ authorization: first.authorization, challengeId }), 1)).toBe(
      'taken',
    )
    const another = { ...first.authorization, nonce: randomHex(32) }
    expect(await reserve(store(), newPayment({ authorization: another, challengeId }), 1)).toBe(
      'challenge-taken',
    )
    expect(await reserve(store(), newPayment({ authorization: another }), 1)).toBe('too-many')
  })

  it('rule: after a refusal the transaction may continue', async () => {
    const [first, other] = [newPayment(), newPayment()]
    await reserve(store(), first)
    const outcomes = await store().transaction(async (tx) => [
      await reservePayment(tx, newPayment({ authorization: first.authorization }), 1),
      await reservePayment(tx, newPayment({ challengeId: first.challengeId }), 1),
      await reservePayment(tx, other, 1),
    ])
    expect(outcomes).toEqual(['taken', 'challenge-taken', 'reserved'])
    expect(await getPayment(store().db, other.id)).toBeDefined()
  })

  it('rule: a dropped payment leaves nothing, however often it is repeated; its authorization and challenge are free', async () => {
    const payment = newPayment()
    const held = await addPayment(store(), payment)
    expect(await drop(held)).toBe(true)
    expect(await getPayment(store().db, held.id)).toBeUndefined()
    expect(await drop(held)).toBe(false)
    const { authorization, challengeId } = payment
    const ids = [held.id]
    for (let again = 0; again < 5; again++) {
      const next = await addPayment(store(), { authorization, challengeId })
      ids.push(next.id)
      expect(await drop(next)).toBe(true)
    }
    for (const id of ids) expect(await listPaymentEvents(store().db, id)).toEqual([])
    expect(await reserve(store(), newPayment({ authorization, challengeId }))).toBe('reserved')
  })

  it('rule: a payment that a facilitator rejected can be dropped', async () => {
    const held = await addPaymentIn(store(), 'signed', { reserved: { backend: 'facilitator' } })
    expect(await drop(held, 'refused')).toBe(true)
    expect(await listPaymentEvents(store().db, held.id)).toMatchObject([
      { to: 'reserved' },
      { to: 'signed' },
      { from: 'signed', to: 'dropped' },
    ])
  })

  it('rule: a payment with a transaction cannot be dropped, nor one that may have been sent', async () => {
    const fields = newTransaction(0)
    const relayed = await addPaymentIn(store(), 'signed', { fields })
    const sent = await addPaymentIn(store(), 'unknown')
    for (const held of [relayed, sent]) {
      expect(await drop(held)).toBe(false)
      expect(await storedPayment(store(), held.id)).toEqual(held)
      expect(await listPaymentEvents(store().db, held.id)).toHaveLength(2)
    }
  })

  it('rule: a payment that was taken over cannot be dropped by its first owner', async () => {
    const held = await addPayment(store(), { leaseUntil: 100 })
    const lease = { owner: 'second', now: 101, until: 200 }
    await store().transaction((tx) => acquirePaymentLease(tx, held.id, lease))
    expect(await drop(held)).toBe(false)
    expect(await drop({ ...held, leaseOwner: 'second' })).toBe(true)
  })

  it('rule: failed transfers are counted for their payer and token alone, since a time', async () => {
    const payer = newAuthorization()
    const another = (changes = {}) => ({
      reserved: { authorization: { ...payer, nonce: randomHex(32), ...changes } },
    })
    const failed = (since: number) => findFailedTransfers(store().db, { ...payer, payer: payer.from }, since)
    expect(await failed(0)).toEqual({ count: 0, last: null })
    for (const state of [...openStates, 'confirmed', 'void'] as const)
      await addPaymentIn(store(), state, another())
    for (const elsewhere of [{ from: randomHex(20) }, { asset: randomHex(20) }, { chainId: 84532 }])
      await addPaymentIn(store(), 'reverted', another(elsewhere))
    expect(await failed(0)).toEqual({ count: 0, last: null })
    const held = await addPayment(store(), another().reserved)
    await transition(store(), held, { to: 'reverted' }, 100)
    await addPaymentIn(store(), 'reverted', another())
    expect(await failed(0)).toEqual({ count: 2, last: 200 })
    expect(await failed(101)).toEqual({ count: 1, last: 200 })
    expect(await failed(201)).toEqual({ count: 0, last: null })
  })
})
