import { expect, it } from 'vitest'
import { openStates, type Payment, terminalStates } from '../../../src/model/payment.ts'
import { releaseLease } from '../../../src/payments/store/leases.ts'
import {
  countPayments,
  listPaymentsToSettle,
  listPendingBelow,
  selectPayments,
} from '../../../src/payments/store/listing.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { addPayment, addPaymentIn, newTransaction } from '../../support/databases/payment-entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

const answer = { transaction: null, reason: null, at: 1 }
const failedResponse = { answer: { ...answer, status: 502 } } as const
const paid = { answer: { ...answer, status: 200 } } as const

function idsOf(payments: readonly Pick<Payment, 'id'>[]) {
  return payments.map(({ id }) => id)
}

describeOnEachDatabase('lists of payments', ({ create }) => {
  const inNewStore = async (run: (store: Store) => Promise<void>): Promise<void> => {
    const store = await openStore({ url: await create() })
    try {
      await run(store)
    } finally {
      await store.close()
    }
  }

  it('rule: payments to settle are the open ones without a lease', () =>
    inNewStore(async (store) => {
      const left = []
      for (const state of openStates)
        left.push(await addPaymentIn(store, state, { reserved: { leaseUntil: 500 } }))
      for (const state of terminalStates) await addPaymentIn(store, state, { reserved: { leaseUntil: 500 } })
      const held = await addPayment(store, { leaseUntil: 501 })

      const list = async (now: number) => {
        const listed = await listPaymentsToSettle(store.db, { now, limit: 10 })
        return new Map(listed.map((payment) => [payment.id, payment]))
      }
      expect(await list(500)).toEqual(new Map())
      expect(await list(501)).toEqual(new Map(left.map((payment) => [payment.id, payment])))
      await releaseLease(store.db, held.id, held.leaseOwner)
      expect([...(await list(1)).keys()]).toEqual([held.id])
    }))

  it('rule: payments to settle are ordered by the nonce of their relayer, then by age', () =>
    inNewStore(async (store) => {
      const relayer = randomHex(20)
      const add = async (createdAt: number, nonce?: number) => {
        const fields = nonce === undefined ? {} : { ...newTransaction(nonce), relayer }
        return (await addPaymentIn(store, 'broadcast', { reserved: { createdAt, leaseUntil: 1 }, fields })).id
      }
      const younger = await add(20)
      const older = await add(10)
      const later = await add(1, 11)
      const earlier = await add(30, 2)
      const list = async (limit: number) => idsOf(await listPaymentsToSettle(store.db, { now: 2, limit }))
      expect(await list(10)).toEqual([earlier, later, older, younger])
      expect(await list(2)).toEqual([earlier, later])
    }))

  it('rule: a nonce is blocked by the open payments of the same relayer and chain below it, the lowest first', () =>
    inNewStore(async (store) => {
      const relayer = randomHex(20)
      let nonce = 9
      const add = async (state: Payment['state'], elsewhere = {}) => {
        nonce -= 1
        const fields = { ...newTransaction(nonce), relayer, ...elsewhere }
        return (await addPaymentIn(store, state, { fields })).id
      }
      await add('signed')
      const [unknown, unconfirmed] = [await add('unknown'), await add('unconfirmed')]
      await add('confirmed')
      await add('reverted')
      const [broadcast, signed] = [await add('broadcast'), await add('signed')]
      await add('signed', { relayer: randomHex(20) })
      const list = async (chainId: number) =>
        idsOf(await listPendingBelow(store.db, { chainId, relayer, nonce: 8 }))
      expect(await list(8453)).toEqual([signed, broadcast, unconfirmed, unknown])
      expect(await list(1)).toEqual([])
    }))

  it('rule: payments are listed newest first, of some states or of all, page by page', () =>
    inNewStore(async (store) => {
      const ids: string[] = []
      // Two of one time, ordered by their ids.
      for (const [index, state] of (
        ['confirmed', 'void', 'signed', 'confirmed', 'unknown'] as const
      ).entries())
        ids.unshift((await addPaymentIn(store, state, { reserved: { createdAt: Math.floor(index / 2) } })).id)
      const [unknown, ofOneTime, signed, done, first] = ids

      const first2 = await selectPayments(store.db, { limit: 2 })
      expect(idsOf(first2)).toEqual(ids.slice(0, 2))
      for (const [index, before] of (await selectPayments(store.db, { limit: 10 })).entries())
        expect(idsOf(await selectPayments(store.db, { before, limit: 10 }))).toEqual(ids.slice(index + 1))

      const ofStates = async (...states: Payment['state'][]) =>
        idsOf(await selectPayments(store.db, { states, limit: 10 }))
      expect(await ofStates('confirmed')).toEqual([ofOneTime, first])
      expect(await ofStates('void', 'unknown', 'signed')).toEqual([unknown, signed, done])
      expect(await ofStates('reserved')).toEqual([])
      expect(await ofStates()).toEqual([])
    }))

  it('rule: a refund is due for payments confirmed after a 502, and the counts include them', () =>
    inNewStore(async (store) => {
      expect(Object.values(await countPayments(store.db))).toEqual(Array.from({ length: 9 }, () => 0))
      const older = await addPaymentIn(store, 'confirmed', {
        reserved: { createdAt: 1 },
        fields: failedResponse,
      })
      const newer = await addPaymentIn(store, 'confirmed', {
        reserved: { createdAt: 2 },
        fields: failedResponse,
      })
      await addPaymentIn(store, 'confirmed', { fields: paid })
      await addPaymentIn(store, 'reverted', { fields: failedResponse })
      await addPaymentIn(store, 'unconfirmed', { fields: failedResponse })
      await addPayment(store)

      const listOwed = async (filter = {}) =>
        idsOf(await selectPayments(store.db, { isRefundDue: true, limit: 10, ...filter }))
      expect(await listOwed()).toEqual([newer.id, older.id])
      expect(await listOwed({ before: newer })).toEqual([older.id])
      expect(await listOwed({ states: ['reverted'] })).toEqual([])
      expect(await countPayments(store.db)).toEqual({
        reserved: 1,
        signed: 0,
        broadcast: 0,
        unconfirmed: 1,
        unknown: 0,
        confirmed: 3,
        reverted: 1,
        void: 0,
        refundDue: 2,
      })
    }))
})
