import { expect, it } from 'vitest'
import {
  openStates,
  type PaymentAnswer,
  type PaymentChange,
  terminalStates,
} from '../../../src/model/payment.ts'
import { releaseLease } from '../../../src/payments/store/leases.ts'
import { listPaymentEvents } from '../../../src/payments/store/payments.ts'
import { purgeBodies, transitionPayment } from '../../../src/payments/store/transitions.ts'
import { randomHex } from '../../support/databases/entities.ts'
import {
  addPayment,
  addPaymentIn,
  newTransaction,
  storedPayment,
  transition,
} from '../../support/databases/payment-entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

function paymentAnswer(changes: Partial<PaymentAnswer> = {}): PaymentAnswer {
  return {
    status: 200,
    transaction: randomHex(32),
    reason: null,
    at: 400,
    ...changes,
  }
}

describeOnEachStore('changes of payments', (store) => {
  it('rule: a payment goes from reserved to confirmed, keeping its data, with an event for every step', async () => {
    const reserved = await addPayment(store())
    const { leaseOwner } = reserved
    const transaction = newTransaction(0)
    const settled = {
      settledTx: transaction.txHash,
      settledBlock: 9,
      settledAt: 400,
      answer: paymentAnswer(),
    }
    const steps: readonly PaymentChange[] = [
      { to: 'signed', ...transaction, body: '{"ens":"alice.demo.eth"}', detail: { nonce: 0 } },
      { to: 'broadcast' },
      { to: 'confirmed', ...settled },
    ]
    let payment = reserved
    for (const [step, change] of steps.entries()) {
      const { to: state, detail, ...fields } = change
      const advanced = await transition(store(), payment, change, 200 + step)
      const secrets = state === 'confirmed' ? { authorization: null, rawTx: null } : {}
      expect(advanced).toEqual({ ...payment, ...fields, ...secrets, state, updatedAt: 200 + step })
      expect(await storedPayment(store(), reserved.id)).toEqual(advanced)
      payment = { ...(await storedPayment(store(), reserved.id)), leaseOwner }
    }
    expect(await listPaymentEvents(store().db, reserved.id)).toMatchObject([
      { from: null, to: 'reserved' },
      { from: 'reserved', to: 'signed', detail: { nonce: 0 }, createdAt: 200 },
      { from: 'signed', to: 'broadcast', detail: null, createdAt: 201 },
      { from: 'broadcast', to: 'confirmed', detail: null, createdAt: 202 },
    ])
  })

  it.each(terminalStates)(
    'rule: a payment that is %s has no secret, even if it is given one',
    async (state) => {
      const { authorization, rawTx, relayerNonce } = await addPaymentIn(store(), state, {
        fields: newTransaction(1),
      })
      expect({ authorization, rawTx, relayerNonce }).toEqual({
        authorization: null,
        rawTx: null,
        relayerNonce: 1,
      })
    },
  )

  it.each(openStates)('rule: a payment that is %s keeps the data to make it', async (state) => {
    const fields = newTransaction(1)
    const { authorization, rawTx } = await addPaymentIn(store(), state, { fields })
    expect(authorization?.signature).toMatch(/^0x/)
    expect(rawTx).toBe(fields.rawTx)
  })

  it('rule: the database itself rejects a secret of a payment in a terminal state', async () => {
    const { id } = await addPaymentIn(store(), 'confirmed')
    for (const secret of [{ signature: '0x01' }, { raw_tx: '0x01' }] as const)
      await expect(
        store().db.updateTable('payments').set(secret).where('id', '=', id).execute(),
      ).rejects.toThrow(/payments_keep_no_secrets/)
  })

  it('rule: a change by another owner, from another state or without a lease does nothing', async () => {
    const payment = await addPaymentIn(store(), 'signed', { fields: newTransaction(2) })
    const outdated = { ...payment, state: 'reserved' } as const
    const foreign = { ...payment, leaseOwner: 'another owner' }
    const unchanged = async () => {
      for (const seen of [outdated, foreign])
        expect(await transition(store(), seen, { to: 'broadcast', body: 'x' })).toBeUndefined()
      expect(await listPaymentEvents(store().db, payment.id)).toHaveLength(2)
    }
    await unchanged()
    expect(await storedPayment(store(), payment.id)).toEqual(payment)

    await releaseLease(store().db, payment.id, payment.leaseOwner)
    expect(await transition(store(), payment, { to: 'broadcast' })).toBeUndefined()
    await unchanged()
    expect((await storedPayment(store(), payment.id)).state).toBe('signed')
  })

  it('rule: the holder of a lease may change a payment after the lease ends, unless it was taken over', async () => {
    const payment = await addPayment(store(), { leaseUntil: 150 })
    expect(await transition(store(), payment, { to: 'signed' }, 200)).toMatchObject({ state: 'signed' })
  })

  it('rule: a response is stored unchanged, and can be replaced', async () => {
    const late = paymentAnswer({ status: 502, reason: 'settlement_pending' })
    const payment = await addPaymentIn(store(), 'unconfirmed', { fields: { answer: late } })
    expect(payment.answer).toEqual(late)
    const paid = paymentAnswer()
    const confirmed = await transition(store(), payment, { to: 'confirmed', answer: paid })
    expect(confirmed?.answer).toEqual(paid)
    const unsent = paymentAnswer({ status: 502, transaction: null, reason: 'unexpected_settle_error' })
    expect((await addPaymentIn(store(), 'unknown', { fields: { answer: unsent } })).answer).toEqual(unsent)
  })

  it('rule: a change that is rolled back did not happen, nor did its event', async () => {
    const payment = await addPayment(store())
    const failed = store().transaction(async (tx) => {
      expect(await transitionPayment(tx, payment, payment.leaseOwner, { to: 'signed' }, 200)).toBeDefined()
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await storedPayment(store(), payment.id)).toEqual(payment)
    expect(await listPaymentEvents(store().db, payment.id)).toEqual([])
  })

  it('rule: a nonce of a relayer, and a transaction of ours, belongs to one payment; a facilitator may share its own', async () => {
    const fields = newTransaction(3)
    await addPaymentIn(store(), 'signed', { fields })
    const other = await addPayment(store())
    const sameNonce = { ...fields, txHash: randomHex(32) }
    const sameTransaction = { ...fields, relayerNonce: 4 }
    for (const transaction of [sameNonce, sameTransaction]) {
      await expect(transition(store(), other, { to: 'signed', ...transaction })).rejects.toThrow(/unique/i)
      expect(await storedPayment(store(), other.id)).toEqual(other)
    }
    expect(await listPaymentEvents(store().db, other.id)).toEqual([])
    const elsewhere = { ...sameNonce, relayer: randomHex(20) }
    expect(await transition(store(), other, { to: 'signed', ...elsewhere })).toBeDefined()

    const { txHash } = newTransaction(0)
    for (const _ of [1, 2])
      expect(await addPaymentIn(store(), 'broadcast', { fields: { txHash } })).toMatchObject({ txHash })
  })

  it('rule: response bodies before a time are deleted, the oldest first, up to a number, in terminal states only', async () => {
    const { db } = store()
    const addWithAnswer = async (state: 'confirmed' | 'void' | 'unconfirmed', at: number) => {
      const fields = { body: '{}', answer: paymentAnswer({ at }) }
      return (await addPaymentIn(store(), state, { fields })).id
    }
    const ids = [
      await addWithAnswer('unconfirmed', 1),
      await addWithAnswer('void', 2),
      await addWithAnswer('confirmed', 3),
      await addWithAnswer('confirmed', 4),
      await addWithAnswer('confirmed', 5),
    ]
    const bodies = async () =>
      (await Promise.all(ids.map((id) => storedPayment(store(), id)))).map(({ body }) => body)
    expect(await purgeBodies(db, 5, 2)).toBe(2)
    expect(await bodies()).toEqual(['{}', null, null, '{}', '{}'])
    expect(await purgeBodies(db, 5, 2)).toBe(1)
    expect(await purgeBodies(db, 5, 2)).toBe(0)
    expect(await bodies()).toEqual(['{}', null, null, null, '{}'])
  })
})
