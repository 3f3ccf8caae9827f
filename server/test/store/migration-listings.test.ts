import { expect, it } from 'vitest'
import { ethCoinType } from '../../src/ens/coin-type.ts'
import { parseDatabaseUrl } from '../../src/store/database-url.ts'
import { findDomainById } from '../../src/store/entities/domains.ts'
import { deleteSubname } from '../../src/store/entities/subnames.ts'
import { countSubnames, listSubnames } from '../../src/store/listing/subnames.ts'
import { up as createNames } from '../../src/store/migrations/0001-names.ts'
import { openStore } from '../../src/store/store.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { connectRaw, type RawConnection } from './raw-sql.ts'

const address = `0x${'ab'.repeat(20)}` as const
const everything = { orderBy: 'createdAt', direction: 'asc', offset: 0, limit: 10 } as const

/** Makes the tables as they were before this migration. */
async function createOldDatabase(url: string): Promise<void> {
  const { db, dialect, close } = await parseDatabaseUrl(url).open(1000)
  await db.transaction().execute((tx) => createNames(tx, dialect))
  await close()
}

/** Says that the tables are there, and puts a domain in, with three subnames that are younger the later they stand here. */
async function fill(raw: RawConnection): Promise<void> {
  await raw.run('create table migrations (name text primary key, applied_at bigint not null)')
  await raw.run("insert into migrations values ('0001-names', 1)")
  await raw.run("insert into workspaces values ('w', 'Acme', 1)")
  await raw.run(
    "insert into resolvers values ('r', 1, '0x', '0x', 'https://rpc.example', 'a', 'b', 'c', 1, 1)",
  )
  await raw.run(
    "insert into domains values ('d', 'w', 'r', 1, 'acme.eth', '0x', null, 0, 3, null, null, 1, 1, null)",
  )
  for (const [index, label] of ['reserved', 'claimed', 'claimed-too'].entries()) {
    const claimed = label === 'reserved' ? '0, null' : '1, 1'
    await raw.run(
      `insert into subnames values ('${label}', 'd', 1, '${label}.acme.eth', '${label}', '0x', '0x', ${claimed},
        '[]', '[]', null, 1, ${index}, 1)`,
    )
    await raw.run(`insert into subname_addresses values ('${label}', ${ethCoinType}, '${address}', 1)`)
  }
}

describeOnEachDatabase('a database from before the listings', ({ create }) => {
  it('rule: names from before the listings are counted, found and in order, also after the database was compacted', async () => {
    const url = await create()
    await createOldDatabase(url)
    const raw = await connectRaw(url)
    await fill(raw)

    const store = await openStore({ url })
    const domain = await findDomainById(store.db, 'd')
    expect(domain).toMatchObject({ subnameCount: 3, claimedCount: 2 })
    const labels = async (filter: object) =>
      (await listSubnames(store.db, { chainId: 1, ...filter }, everything)).items.map(({ label }) => label)
    expect(await countSubnames(store.db, { chainId: 1, search: 'laim' })).toBe(2)
    const coin = { coinType: ethCoinType, address }
    expect(await labels({ coin })).toEqual(['reserved', 'claimed', 'claimed-too'])

    await store.transaction((tx) => deleteSubname(tx, 'reserved'))
    await raw.run('vacuum')
    expect(await labels({ search: 'reserved' })).toEqual([])
    expect(await labels({ search: 'laim' })).toEqual(['claimed', 'claimed-too'])
    expect(await labels({ search: 'med-too' })).toEqual(['claimed-too'])
    await raw.close()
    await store.close()
  })
})
