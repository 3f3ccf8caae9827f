import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listPaymentEvents } from '../../../src/payments/store/payments.ts'
import { addPayment, addPaymentIn } from '../../support/databases/payment-entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('events of payments', (store) => {
  it('rule: events are of one payment, in their order, whatever the clock', async () => {
    const { id } = await addPaymentIn(store(), 'signed', { reserved: { createdAt: 9_000 } })
    await addPayment(store())
    const events = await listPaymentEvents(store().db, id)
    expect(events.map(({ to, createdAt }) => [to, createdAt])).toEqual([
      ['reserved', 9_000],
      ['signed', 200],
    ])
    expect(await listPaymentEvents(store().db, 'none')).toEqual([])
  })

  it('rule: the database refuses to change or delete an event', async () => {
    const { id } = await addPaymentIn(store(), 'signed')
    const events = await listPaymentEvents(store().db, id)
    expect(events).toHaveLength(2)
    const { db, dialect } = store()
    const attempts = [
      sql`update payment_events set detail = '"other"' where payment_id = ${id}`,
      sql`delete from payment_events where payment_id = ${id}`,
      sql`delete from payment_events`,
      ...(dialect === 'postgres' ? [sql`truncate payment_events`] : []),
    ]
    for (const attempt of attempts)
      await expect(attempt.execute(db)).rejects.toThrow('payment_events is append-only')
    expect(await listPaymentEvents(db, id)).toEqual(events)
  })
})
