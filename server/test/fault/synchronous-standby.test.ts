import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWriteCheck } from '../../src/core/health/write-check.ts'
import type { Domain } from '../../src/model/domain.ts'
import { createAdminKey, createKey } from '../support/credentials/api-keys.ts'
import { sendSignIn, signInHeaders } from '../support/credentials/sessions.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { type PostgresPair, runStatements, startPostgresPair } from '../support/databases/postgres.ts'
import { connectRaw, type RawConnection } from '../support/databases/raw-sql.ts'
import { ethereumAddress, getSubname, seedSubname, subnameBody } from '../support/entities/subnames.ts'
import { resolveAddress } from '../support/gateway/client.ts'
import type { ApiResponse } from '../support/http/api-client.ts'
import { startTestService, type TestService } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Beside the load of other tests. */
const promptMs = 4_000

describe('A primary whose synchronous standby is gone', () => {
  let pair: PostgresPair
  let service: TestService
  let url: string
  let adminKey: string
  let primary: RawConnection
  beforeAll(async () => {
    pair = await startPostgresPair()
    url = await pair.primary.createDatabase()
    service = await startTestService(url)
    adminKey = await createAdminKey(service)
    await service.call('GET', '/byname/v1/operators', { headers: { 'x-api-key': adminKey } })
    await runStatements(url, ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()'])
    primary = await connectRaw(url)
    await waitUntil('the standby is synchronous', async () => (await standbys()).includes('sync'))
  })
  afterAll(async () => {
    // A commit that still waits would keep the service from its end.
    await runStatements(url, ['alter system reset synchronous_standby_names', 'select pg_reload_conf()'])
    await service.stop()
    await primary.close()
    await pair.replica.stop()
    await pair.primary.stop()
  })

  const standbys = async () =>
    (await primary.run('select sync_state from pg_stat_replication')).map(({ sync_state }) => sync_state)

  const waiting = async () =>
    (await primary.run("select pid from pg_stat_activity where wait_event = 'SyncRep'")).length

  const add = ({ name, chainId }: Domain, label: string, headers: Readonly<Record<string, string>> = {}) =>
    service.call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': service.key, ...headers },
      body: {
        ...subnameBody({ name, chainId }, label),
        addresses: [ethereumAddress(createWallet().address)],
        overrideSignatureCheck: true,
      },
    })

  const expectPrompt = async (what: string, request: Promise<{ readonly status: number }>) => {
    const startedAt = performance.now()
    const { status } = await request
    const isPrompt = performance.now() - startedAt < promptMs
    expect({ what, status, isPrompt }).toEqual({ what, status: 200, isPrompt: true })
  }

  it('rule: reads and lookups continue, health says why, and what is confirmed is on the standby', async () => {
    const domains = [service.demo[1], await service.onboard(), await service.onboard()]
    const [demo = service.demo[1]] = domains
    const { address } = createWallet()
    await seedSubname(service, demo, 'kept', { addresses: [ethereumAddress(address)] })
    const keys = await Promise.all(Array.from({ length: 12 }, () => createKey(service)))
    await pair.replica.kill()
    await waitUntil('the standby is gone', async () => (await standbys()).length === 0)

    const writes = new Map<string, Promise<ApiResponse>>()
    for (const domain of domains)
      for (let index = 0; index < 4; index++) {
        writes.set(`plain-${index}.${domain.name}`, add(domain, `plain-${index}`))
        const key = { 'idempotency-key': `key-${index}-${domain.name}` }
        writes.set(`retried-${index}.${domain.name}`, add(domain, `retried-${index}`, key))
      }
    const signIns = Array.from({ length: 12 }, async () =>
      sendSignIn(service, await signInHeaders(service, createWallet())),
    )
    await waitUntil('commits wait', async () => (await waiting()) > 2)

    const check = createWriteCheck(service.context.store)
    const found = check.measure().then(check.measure)
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        keys
          .slice(3 * round, 3 * round + 3)
          .map(({ key }) =>
            expectPrompt(
              'first use of a key',
              service.call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': key } }),
            ),
          ),
      )
      await expectPrompt('name', getSubname(service, demo, 'kept'))
      await expectPrompt('list', service.call('GET', `/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1`))
      await expectPrompt('readiness', fetch(`${service.url}/ready`))
      expect(await resolveAddress(service, service.resolvers[1]['chain-bound'], 'kept.demo.eth')).toBe(
        address,
      )
    }
    await found
    expect(check.fault()).toEqual({
      isWarning: false,
      problem: 'waits for a synchronous standby, which does not confirm writes',
    })

    await pair.replica.start()
    const confirmed: string[] = []
    for (const [name, response] of writes) {
      const { status } = await response
      expect([200, 503], name).toContain(status)
      if (status === 200) confirmed.push(name)
    }
    for (const { status } of await Promise.all(signIns)) expect([201, 503]).toContain(status)
    expect(confirmed.length).toBeGreaterThan(0)
    const standby = await connectRaw(pair.replicaUrl(url))
    const rows = await standby.run(
      'select label, domains.name from subnames join domains on domains.key = subnames.domain_key',
    )
    const stored = rows.map(({ label, name }) => `${label}.${name}`)
    await standby.close()
    expect(stored).toEqual(expect.arrayContaining(confirmed))
    await expectPrompt('write', add(demo, 'after'))
  })

  it.each([
    ['cancelled', 'pg_cancel_backend'],
    ['terminated', 'pg_terminate_backend'],
  ])('rule: a write whose wait for the standby is %s is not confirmed', async (label, end) => {
    await pair.replica.kill()
    await waitUntil('the standby is gone', async () => (await standbys()).length === 0)
    const [single, several] = [
      add(service.demo[1], label),
      service.call('POST', '/byname/v1/operators', {
        headers: { 'x-api-key': adminKey },
        body: { address: createWallet().address },
      }),
    ]
    await waitUntil('both wait', async () => (await waiting()) > 1)
    await primary.run(`select ${end}(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    expect([(await single).status, (await several).status]).toEqual([503, 503])
    await pair.replica.start()
    await waitUntil('the standby is back', async () => (await standbys()).includes('sync'))
    // It was committed at the primary alone, which the response leaves open.
    expect((await getSubname(service, service.demo[1], label)).status).toBe(200)
  })
})
