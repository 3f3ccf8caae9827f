import { once } from 'node:events'
import { createServer } from 'node:net'
import { namehash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { addSubname, newSubname, onboardDomain } from './entities.ts'
import { connectRaw } from './raw-sql.ts'

describe('opening PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('rule: a server that cannot be reached is named, its password is not', async () => {
    const port = await unusedPort()
    const opening = openStore({ url: `postgres://acme:hunter2@127.0.0.1:${port}/names` })
    await expect(opening).rejects.toThrow(
      new RegExp(`^Cannot open the PostgreSQL database names at 127.0.0.1:${port}: .*ECONNREFUSED`),
    )
    await expect(opening).rejects.not.toThrow(/hunter2/)
  })

  it('rule: a database that does not exist is named', async () => {
    const url = (await server.createDatabase()).replace(/test_\d+/, 'nowhere')
    await expect(openStore({ url })).rejects.toThrow(
      /^Cannot open the PostgreSQL database nowhere at .*not exist/,
    )
  })

  it('rule: an invalid URL is rejected without showing it', async () => {
    const opening = openStore({ url: 'postgres://acme:hunter2@[/names' })
    await expect(opening).rejects.toThrow(/^The PostgreSQL URL is not valid/)
    await expect(opening).rejects.not.toMatchObject({ cause: expect.anything() })
  })

  it('rule: a store whose connections are cut fails the queries in flight and continues with the next', async () => {
    const url = await server.createDatabase()
    const raw = await connectRaw(url)
    const store = await openStore({ url })
    const { domain, resolver } = await onboardDomain(store)
    const subname = newSubname(domain, 'alice')
    await addSubname(store, subname)
    await store.lookup(resolver.id, subname.name)

    const cut = store.transaction(async (tx) => {
      await tx.selectFrom('domains').select('id').execute()
      await raw.run(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await tx.selectFrom('domains').select('id').execute()
    })
    await expect(cut).rejects.toThrow()

    await expect
      .poll(async () => (await store.lookup(resolver.id, subname.name))?.subname?.node)
      .toBe(namehash(subname.name))
    await expect.poll(() => addSubname(store, newSubname(domain, 'bob'))).toBe(true)
    await store.close()
    await raw.close()
  })
})

async function unusedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
  return address.port
}
