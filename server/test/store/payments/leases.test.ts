import { expect, it } from 'vitest'
import { openStates, terminalStates } from '../../../src/model/payment.ts'
import {
  acquirePaymentLease,
  type Lease,
  releaseLease,
  renewLease,
} from '../../../src/payments/store/leases.ts'
import { listPaymentsToSettle } from '../../../src/payments/store/listing.ts'
import { listPaymentEvents } from '../../../src/payments/store/payments.ts'
import { addPayment, addPaymentIn, storedPayment } from '../../support/databases/payment-entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

const leaseUntil = 1_000
const second: Lease = { owner: 'second', now: leaseUntil + 1, until: 2_000 }

describeOnEachStore('leases of payments', (store) => {
  const takeOver = (id: string, changes: Partial<Lease> = {}) =>
    store().transaction((tx) => acquirePaymentLease(tx, id, { ...second, ...changes }))

  const leaseOf = async (id: string) => {
    const { leaseOwner, leaseUntil: until } = await storedPayment(store(), id)
    return { leaseOwner, until }
  }

  it.each(openStates)(
    'rule: a payment that is %s is taken over when its lease has expired, with an event unless it is only reserved',
    async (state) => {
      const payment = await addPaymentIn(store(), state, { reserved: { leaseUntil } })
      const takenOver = await takeOver(payment.id)
      expect(takenOver).toEqual({ ...payment, leaseOwner: 'second', leaseUntil: 2_000 })
      expect(await storedPayment(store(), payment.id)).toEqual(takenOver)
      const detail = { takenFrom: payment.leaseOwner, by: 'second' }
      if (state === 'reserved') {
        expect(await listPaymentEvents(store().db, payment.id)).toEqual([])
        return
      }
      expect((await listPaymentEvents(store().db, payment.id)).at(-1)).toEqual({
        paymentId: payment.id,
        from: state,
        to: state,
        detail,
        createdAt: second.now,
      })
    },
  )

  it('rule: a lease lasts to its last millisecond', async () => {
    const payment = await addPaymentIn(store(), 'signed', { reserved: { leaseUntil } })
    expect(await takeOver(payment.id, { now: leaseUntil })).toBeUndefined()
    expect(await storedPayment(store(), payment.id)).toEqual(payment)
    expect(await listPaymentEvents(store().db, payment.id)).toHaveLength(2)
  })

  it.each([
    [180_000, false],
    [180_001, true],
    [7_200_000, true],
  ])(
    'rule: a lease that ends %i ms from now is that of a clock that was ahead above three minutes: taken over %s, and listed so',
    async (ahead, isOver) => {
      const now = 1_000_000
      const { id } = await addPaymentIn(store(), 'signed', { reserved: { leaseUntil: now + ahead } })
      const open = await listPaymentsToSettle(store().db, { now, limit: 1_000 })
      expect(open.some((payment) => payment.id === id)).toBe(isOver)
      const takenOver = await takeOver(id, { now, until: now + 60_000 })
      expect(takenOver !== undefined).toBe(isOver)
      expect(await leaseOf(id)).toMatchObject({ until: isOver ? now + 60_000 : now + ahead })
    },
  )

  it('rule: a released lease is acquired immediately, without an event', async () => {
    const { id, leaseOwner } = await addPaymentIn(store(), 'signed', { reserved: { leaseUntil } })
    await releaseLease(store().db, id, leaseOwner)
    expect(await leaseOf(id)).toEqual({ leaseOwner: null, until: 0 })
    expect(await takeOver(id, { now: 1 })).toMatchObject({ leaseOwner: 'second' })
    expect(await listPaymentEvents(store().db, id)).toHaveLength(2)
  })

  it.each(terminalStates)('rule: a payment that is %s is not taken over', async (state) => {
    const { id } = await addPaymentIn(store(), state, { reserved: { leaseUntil } })
    expect(await takeOver(id)).toBeUndefined()
    expect(await takeOver('none')).toBeUndefined()
  })

  it('rule: a lease is renewed and released by its owner alone', async () => {
    const { id, leaseOwner } = await addPayment(store(), { leaseUntil })
    expect(await renewLease(store().db, id, leaseOwner, 1_500)).toBe(true)
    expect(await leaseOf(id)).toEqual({ leaseOwner, until: 1_500 })
    expect(await takeOver(id)).toBeUndefined()

    expect(await takeOver(id, { now: 1_501 })).toBeDefined()
    expect(await renewLease(store().db, id, leaseOwner, 9_000)).toBe(false)
    await releaseLease(store().db, id, leaseOwner)
    expect(await leaseOf(id)).toEqual({ leaseOwner: 'second', until: 2_000 })
    expect(await renewLease(store().db, 'none', leaseOwner, 9_000)).toBe(false)
  })
})
