import { expect, it } from 'vitest'
import { parseDatabaseUrl } from '../../src/store/database-url.ts'
import { findDomainById } from '../../src/store/entities/domains.ts'
import * as names from '../../src/store/migrations/0001-names.ts'
import * as listings from '../../src/store/migrations/0002-listings.ts'
import * as challenges from '../../src/store/migrations/0003-challenges.ts'
import * as primaryNames from '../../src/store/migrations/0004-primary-names.ts'
import { countPayments } from '../../src/store/payments/listing.ts'
import { openStore } from '../../src/store/store.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { addPayment, storedPayment } from './payment-entities.ts'
import { connectRaw } from './raw-sql.ts'

const migrations = {
  '0001-names': names,
  '0002-listings': listings,
  '0003-challenges': challenges,
  '0004-primary-names': primaryNames,
}

/** Makes the tables as they were before this migration, with a domain in them. */
async function createOldDatabase(url: string): Promise<void> {
  const { db, dialect, close } = await parseDatabaseUrl(url).open(1000)
  await db.transaction().execute(async (tx) => {
    for (const { up } of Object.values(migrations)) await up(tx, dialect)
  })
  await close()
  const raw = await connectRaw(url)
  await raw.run('create table migrations (name text primary key, applied_at bigint not null)')
  for (const name of Object.keys(migrations)) await raw.run(`insert into migrations values ('${name}', 1)`)
  await raw.run("insert into workspaces values ('w', 'Acme', 1)")
  await raw.run(
    "insert into resolvers values ('r', 1, '0x', '0x', 'https://rpc.example', 'a', 'b', 'c', 1, 1)",
  )
  await raw.run(
    "insert into domains values ('d', 'w', 'r', 1, 'acme.eth', '0x', null, 0, 0, null, null, 1, 1, null, 0)",
  )
  await raw.close()
}

describeOnEachDatabase('a database from before payments', ({ create }) => {
  it('rule: a database from before payments keeps its rows and takes payments, also after it was opened again', async () => {
    const url = await create()
    await createOldDatabase(url)

    const store = await openStore({ url })
    expect(await findDomainById(store.db, 'd')).toMatchObject({ name: 'acme.eth' })
    expect(await countPayments(store.db)).toMatchObject({ claimed: 0, owed: 0 })
    const { id } = await addPayment(store)
    await store.close()

    const reopened = await openStore({ url })
    expect(await storedPayment(reopened, id)).toMatchObject({ state: 'claimed' })
    await reopened.close()
  })
})
