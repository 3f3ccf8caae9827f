import { afterAll, beforeAll, expect, it } from 'vitest'
import { acquirePaymentLease } from '../../../src/payments/store/leases.ts'
import { countPayments, selectPayments } from '../../../src/payments/store/listing.ts'
import { findPayment, listPaymentEvents, reservePayment } from '../../../src/payments/store/payments.ts'
import { deleteDroppedPayment } from '../../../src/payments/store/transitions.ts'
import { openStore } from '../../../src/store/store.ts'
import { randomHex } from '../../support/databases/entities.ts'
import {
  addPayment,
  addPaymentIn,
  newAuthorization,
  newPayment,
  reserve,
  storedPayment,
  transition,
} from '../../support/databases/payment-entities.ts'
import { describeOnEachDatabase, describeOnEachStore } from '../../support/databases/stores.ts'
import { type Child, startChild } from '../databases/child.ts'

const payingChild = new URL('./paying-child.ts', import.meta.url)

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

/** The number of each outcome. */
function countByValue(outcomes: readonly string[]) {
  return Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((other) => other === outcome).length]),
  )
}

describeOnEachStore('races for payments', (store) => {
  it('rule: of twenty payments with one authorization one is reserved', async () => {
    const authorization = newAuthorization()
    const outcomes = await times(20, () => reserve(store(), newPayment({ authorization })))
    expect(countByValue(outcomes)).toEqual({ reserved: 1, taken: 19 })
  })

  it('rule: of five payers with one challenge one uses it', async () => {
    const challengeId = randomHex(32)
    const outcomes = await times(5, () => reserve(store(), newPayment({ challengeId })))
    expect(countByValue(outcomes)).toEqual({ reserved: 1, 'challenge-taken': 4 })
  })

  it('rule: payments of one payer stop exactly at the limit', async () => {
    const payer = randomHex(20)
    const outcomes = await times(30, () =>
      reserve(store(), newPayment({ authorization: newAuthorization({ from: payer }) }), 7),
    )
    expect(countByValue(outcomes)).toEqual({ reserved: 7, 'too-many': 23 })
  })

  it.each(['authorization', 'challengeId'] as const)(
    'rule: when the first payment is rolled back, one that waited for its %s wins',
    async (shared) => {
      const payment = newPayment()
      const reserved = Promise.withResolvers<void>()
      const first = store().transaction(async (tx) => {
        await reservePayment(tx, payment, 1)
        reserved.resolve()
        throw new Error('rolled back')
      })
      await reserved.promise
      const second = reserve(store(), newPayment({ [shared]: payment[shared] }))
      await expect(first).rejects.toThrow('rolled back')
      expect(await second).toBe('reserved')
    },
  )

  it('rule: reserving and dropping of one authorization alternate, and nothing is left', async () => {
    const authorization = newAuthorization()
    const { chainId, asset, from: payer, nonce } = authorization
    const outcomes = await times(30, async () => {
      const payment = newPayment({ authorization })
      const outcome = await reserve(store(), payment)
      if (outcome !== 'reserved') return outcome
      const { id, leaseOwner } = payment
      const isDropped = await store().transaction((tx) =>
        deleteDroppedPayment(tx, id, leaseOwner, 'a race', 1),
      )
      return isDropped ? 'dropped' : 'lost'
    })
    expect(outcomes).toContain('dropped')
    expect(outcomes.filter((outcome) => outcome !== 'dropped' && outcome !== 'taken')).toEqual([])
    expect(await findPayment(store().db, { chainId, asset, payer, nonce })).toBeUndefined()
  })

  it.each([true, false])(
    'rule: of twenty concurrent takeovers of a payment one wins (lease released: %s)',
    async (isReleased) => {
      const leaseUntil = isReleased ? 0 : 1
      const { id } = await addPaymentIn(store(), 'signed', { reserved: { leaseUntil } })
      const takenOver = await times(20, (index) =>
        store().transaction((tx) =>
          acquirePaymentLease(tx, id, { owner: `owner ${index}`, now: 2, until: 9 }),
        ),
      )
      const [winner, ...others] = takenOver.flatMap((payment) => payment ?? [])
      expect(others).toEqual([])
      expect(await storedPayment(store(), id)).toEqual(winner)
      expect(await listPaymentEvents(store().db, id)).toHaveLength(3)
    },
  )

  it('rule: a first owner that changes a payment during a takeover is stopped, or comes first', async () => {
    const outcomes = await times(20, async () => {
      const payment = await addPayment(store(), { leaseUntil: 1 })
      const [advanced, takenOver] = await Promise.all([
        transition(store(), payment, { to: 'signed' }),
        store().transaction((tx) =>
          acquirePaymentLease(tx, payment.id, { owner: 'second', now: 2, until: 9 }),
        ),
      ])
      const { state, leaseOwner } = await storedPayment(store(), payment.id)
      expect({ state, leaseOwner }).toEqual({ state: advanced ? 'signed' : 'reserved', leaseOwner: 'second' })
      expect(await listPaymentEvents(store().db, payment.id)).toHaveLength(advanced ? 3 : 0)
      return takenOver?.leaseOwner
    })
    expect(new Set(outcomes)).toEqual(new Set(['second']))
  })

  it('rule: of many changes from one state one succeeds', async () => {
    const payment = await addPaymentIn(store(), 'signed')
    const advanced = await times(20, () => transition(store(), payment, { to: 'broadcast' }))
    expect(advanced.filter((made) => made !== undefined)).toHaveLength(1)
    expect(await listPaymentEvents(store().db, payment.id)).toHaveLength(3)
  })
})

describeOnEachDatabase('races of two processes for payments', ({ create }) => {
  let url = ''
  let children: readonly Child[] = []

  beforeAll(async () => {
    url = await create()
    children = [1, 2].map(() => startChild(payingChild, url))
    await nextLines()
  })

  afterAll(async () => {
    for (const child of children) child.end()
    await Promise.all(children.map(({ exit }) => exit))
  })

  const nextLines = () => Promise.all(children.map(async ({ lines }) => (await lines.next()).value))

  /** The results of a task in both of them, together. */
  const runInBoth = async <T>(task: string): Promise<readonly T[]> => {
    for (const child of children) child.send(task)
    return (await nextLines()).flatMap((line): readonly T[] => JSON.parse(line))
  }

  it('rule: each authorization is reserved by one process, and no payer exceeds the limit', async () => {
    const reserved = await runInBoth<number>('reserve')
    expect(reserved.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(await runInBoth('reserve too many')).toHaveLength(10)
    const store = await openStore({ url })
    expect(await countPayments(store.db)).toMatchObject({ reserved: 30 })
    await store.close()
  })

  it('rule: each abandoned payment is taken over by one process', async () => {
    const store = await openStore({ url })
    for (let count = 0; count < 20; count += 1) await addPayment(store, { leaseUntil: 1 })
    const open = await selectPayments(store.db, { limit: 100 })
    const takenOver = await runInBoth<string>('take over')
    expect(takenOver.toSorted()).toEqual(open.map(({ id }) => id).toSorted())
    await store.close()
  })

  it('rule: fifty nonces of a relayer are allocated without a gap, none of them twice', async () => {
    const nonces = await runInBoth<number>('take nonces')
    expect(nonces.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })
})
