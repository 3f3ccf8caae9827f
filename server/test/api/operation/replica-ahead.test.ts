import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { startService } from '../../../src/server.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { type PostgresServer, startPostgresCluster } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { createClient, dataOf } from '../../support/http/api-client.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

describe('A service whose replica has more than the server that was promoted', () => {
  let servers: readonly PostgresServer[] = []
  let service: TestService
  let folder: string
  beforeAll(async () => {
    const { primary, replicas } = await startPostgresCluster(2)
    const [promoted = primary, ahead = primary] = replicas
    servers = [primary, promoted, ahead]
    const database = new URL(await primary.createDatabase()).pathname.slice(1)
    const [promotedUrl, aheadUrl] = [promoted.urlOf(database), ahead.urlOf(database)]
    const former = await startTestService(primary.urlOf(database))
    await seedNames(former, ['kept'])
    const raw = await connectRaw(promotedUrl)
    const countAt = async (connection: typeof raw) =>
      (await connection.run("select from subnames where label like 'lost-%' or label = 'kept'")).length
    await waitUntil('the first replica has the name', async () => (await countAt(raw)) === 1)
    await raw.run("alter system set primary_conninfo = ''")
    await raw.run('select pg_reload_conf()')
    await waitUntil(
      'it receives nothing',
      async () => (await raw.run('select from pg_stat_wal_receiver')).length === 0,
    )
    const lost = Array.from({ length: 100 }, (_, index) => `lost-${index}`)
    await seedNames(former, lost)
    const other = await connectRaw(aheadUrl)
    await waitUntil('the second one has all', async () => (await countAt(other)) === 1 + lost.length)
    expect(await countAt(raw)).toBe(1)
    await primary.kill()
    await raw.run('select pg_promote()')
    await Promise.all([raw.close(), other.close(), former.stop()])
    folder = await createFolder('ahead')
    const { config, secrets } = readConfig(
      testEnvironment(folder, promotedUrl, { DATABASE_REPLICA_URL: aheadUrl }),
    )
    const context = await createContext(config, secrets)
    const { url, stop } = await startService(context)
    service = { ...former, url, context, call: await createClient(url), stop }
  })
  afterAll(async () => {
    await service?.stop()
    for (const server of servers) await server.stop()
    await rm(folder, { recursive: true })
  })

  it('rule: lists have what was confirmed more than a second ago, and nothing of what was lost', async () => {
    const { name, chainId } = service.demo[1]
    const list = async () => {
      const response = await service.call(
        'GET',
        `/ens/v1/subname/ens?ensDomain=${name}&chainId=${chainId}&limit=100`,
      )
      return dataOf<{ data: readonly WireRecord[] }>(response).data.map(({ ens }) => ens.split('.')[0])
    }
    const added: string[] = []
    for (let index = 0; index < 20; index++) {
      await seedNames(service, [`added-${index}`])
      added.push(`added-${index}`)
      await expectListed(list, `added-${index}`)
      expect((await list()).toSorted()).toEqual(['kept', ...added].toSorted())
    }
    expect(service.context.store.replicaStates()).toMatchObject([{ isFresh: false, isPromoted: false }])
  })
})

/** By the time at which a list is asked for, so that a slow response is no fault. */
async function expectListed(
  list: () => Promise<readonly (string | undefined)[]>,
  label: string,
): Promise<void> {
  const confirmedAt = performance.now()
  for (let askedAt = confirmedAt; !(await list()).includes(label); askedAt = performance.now())
    expect(askedAt - confirmedAt).toBeLessThan(2000)
}

async function seedNames(service: TestService, labels: readonly string[]) {
  for (const label of labels)
    await seedSubname(service, service.demo[1], label, {
      addresses: [ethereumAddress(createWallet().address)],
    })
}
