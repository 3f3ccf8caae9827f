import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLookups } from '../../../src/core/statistics.ts'
import { sumLookupCounts } from '../../../src/store/entities/statistics.ts'
import type { Store } from '../../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { addressCall, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { openPinnedConnection } from '../../support/http/pinned-connection.ts'
import { startWorkers } from '../../support/service/serve-process.ts'
import {
  createTenant,
  startTestService,
  testEnvironment,
  withContext,
} from '../../support/service/service.ts'

async function totalsOf({ db }: Pick<Store, 'db'>, domainKey: number) {
  const sums = await sumLookupCounts(db, domainKey, { from: 0, to: 2 ** 31 - 1 }, 1)
  const total = (field: 'lookups' | 'absent') => sums.reduce((sum, count) => sum + count[field], 0)
  return { lookups: total('lookups'), absent: total('absent') }
}

describeOnEachDatabase('Lookup statistics of two workers', (databases) => {
  it('rule: a shutdown loses no lookup', async () => {
    const environment = testEnvironment(await temporaryFolder(), await databases.createMigrated())
    const { demo, resolvers } = await withContext(environment, createTenant)
    const { url, end } = await startWorkers(environment, 2)
    const connections = [await openPinnedConnection(url), await openPinnedConnection(url)]
    for (const connection of connections)
      for (let index = 0; index < 30; index++) {
        const name = index % 3 === 0 ? `absent-${index}.demo.eth` : 'demo.eth'
        const callData = encodeLookup(name, addressCall(name))
        expect((await postLookup(connection, resolvers[1]['chain-bound'], callData)).status).toBe(200)
      }
    expect(await end('SIGTERM')).toBe(0)
    await withContext(environment, async ({ store }) =>
      expect(await totalsOf(store, demo[1].key)).toEqual({ lookups: 60, absent: 20 }),
    )
  })
})

describe('Lookup statistics during an outage of the database', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('rule: lookups that are answered from the cache count, and are written when the database is back', async () => {
    const service = await startTestService(await server.createDatabase())
    const { context, demo, resolvers } = service
    const { ens: name } = await seedSubname(service, demo[1], 'alice')
    const lookUp = () =>
      postLookup(service, resolvers[1]['chain-bound'], encodeLookup(name, addressCall(name)))
    for (let index = 0; index < 5; index++) expect((await lookUp()).status).toBe(200)

    await server.kill()
    for (let index = 0; index < 5; index++) expect((await lookUp()).status).toBe(200)
    for (let index = 0; index < 2; index++)
      await expect(writeLookups(context)).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await server.start()
    await expect.poll(() => writeLookups(context).catch(() => 'unavailable')).toBeUndefined()
    expect(await totalsOf(context.store, demo[1].key)).toEqual({ lookups: 10, absent: 0 })
    await service.stop()
  })
})
