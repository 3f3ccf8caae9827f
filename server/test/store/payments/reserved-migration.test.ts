import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { getPayment } from '../../../src/payments/store/payments.ts'
import { openStore } from '../../../src/store/store.ts'
import { addPayment } from '../../support/databases/payment-entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

describeOnEachDatabase('A payment from before migration 22', (databases) => {
  it('rule: it is reserved, where it was claimed', async () => {
    const url = await databases.create()
    const earlier = await openStore({ url })
    const { id } = await addPayment(earlier)
    await sql`update payments set state = 'claimed'`.execute(earlier.db)
    await sql`delete from migrations where name = '0022-reserved-payments'`.execute(earlier.db)
    await earlier.close()

    const store = await openStore({ url })
    expect(await getPayment(store.db, id)).toMatchObject({ state: 'reserved' })
    await store.close()
  })
})
