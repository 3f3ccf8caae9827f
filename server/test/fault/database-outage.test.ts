import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectConsistent, expectSearchConsistent } from '../support/consistency-checks.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { faultMinutes, printLine } from '../support/fault-time.ts'
import { addressCall, encodeLookup, postLookup, resolveText } from '../support/gateway-client.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { createWallet } from '../support/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../support/subnames.ts'
import { waitUntil } from '../support/wait-until.ts'
import { createLedger, expectLedgerStored, responseCount, startWriteLoad } from '../support/write-load.ts'

/** Milliseconds for which the database is down; cached responses are served for a minute and no longer. */
const outageMs = Math.min(faultMinutes, 0.8) * 60_000 || 6_000

/** Milliseconds: bounds of a lookup while the database is down, and of the recovery afterwards. */
const maxLookupMs = 5_000
const maxRecoveryMs = 10_000

/** Milliseconds: bound of a write while the database is down. */
const maxWriteMs = 40_000

/**
 * While the database is down, writes fail in time with 503, cached names resolve for a minute, uncached ones get 503;
 * when it is back, the service recovers without intervention, no confirmed write is lost, and no response is stale.
 */
describe('A database that goes away', () => {
  let postgres: PostgresServer
  let network: DatabaseProxy
  let service: TestService
  let databaseUrl: string
  beforeAll(async () => {
    postgres = await startPostgres()
    databaseUrl = await postgres.createDatabase()
    network = await startDatabaseProxy(databaseUrl)
    service = await startTestService(network.url)
  })
  afterAll(async () => {
    await service.stop()
    await network.close()
    await postgres.stop()
  })

  it.each([
    { kind: 'killed', title: 'is killed and started again' },
    { kind: 'silent', title: 'is silent, with every connection open' },
  ] as const)(
    '503 for writes and uncached names while the database $title; rule: cached names resolve, and all recovers',
    async ({ kind }) => {
      const resolver = service.resolvers[1]['chain-bound']
      const cached = `${kind}.demo.eth`
      await seedSubname(service, service.demo[1], kind, {
        text: [{ key: 'state', value: 'known' }],
        addresses: [ethereumAddress(createWallet().address)],
      })
      expect(await resolveText(service, resolver, cached, 'state')).toBe('known')

      const ledger = createLedger()
      const load = await startWriteLoad({ call: service.call, tenant: service, ledger }, { prefix: kind })
      await waitUntil('names are written', () => responseCount(ledger) >= 40)
      if (kind === 'killed') await postgres.kill()
      else network.partition()
      const downAt = performance.now()

      let [slowestKnown, slowestUnknown] = [0, 0]
      for (let count = 0; performance.now() < downAt + outageMs; count++) {
        const askedAt = performance.now()
        expect(await resolveText(service, resolver, cached, 'state')).toBe('known')
        const cachedAt = performance.now()
        const unknown = `unknown-${count}.demo.eth`
        const response = await postLookup(service, resolver, encodeLookup(unknown, addressCall(unknown)))
        expect(response.status).toBe(503)
        slowestKnown = Math.max(slowestKnown, cachedAt - askedAt)
        slowestUnknown = Math.max(slowestUnknown, performance.now() - cachedAt)
        await delay(100)
      }
      expect((await service.call('GET', '/ready')).status).toBe(503)
      const confirmedBefore = responseCount(ledger)
      if (kind === 'killed') await postgres.start()
      else network.restore()
      const upAt = performance.now()
      await waitUntil('a name is written', () => responseCount(ledger) > confirmedBefore)
      const back = performance.now() - upAt
      const again = encodeLookup('again.demo.eth', addressCall('again.demo.eth'))
      await waitUntil(
        'lookups succeed',
        async () => (await postLookup(service, resolver, again)).status === 200,
      )
      const lookupsBack = performance.now() - upAt
      await waitUntil('more names are written', () => responseCount(ledger) > confirmedBefore + 40)
      await load.stop()
      printLine(
        `${kind}: known names in ${Math.round(slowestKnown)} ms, unknown in ${Math.round(slowestUnknown)} ms, writes in ` +
          `${Math.round(ledger.slowestMs)} ms at most; ${responseCount(ledger)} confirmed, ${responseCount(ledger, 503)} refused; ` +
          `written again after ${Math.round(back)} ms, looked up after ${Math.round(lookupsBack)} ms`,
      )
      expect(slowestKnown).toBeLessThan(maxLookupMs)
      expect(slowestUnknown).toBeLessThan(maxLookupMs)
      expect(ledger.slowestMs).toBeLessThan(maxWriteMs)
      expect(Math.max(back, lookupsBack)).toBeLessThan(maxRecoveryMs)
      expect([200, 503]).toEqual(expect.arrayContaining([...ledger.outcomes.keys()]))
      await expectLedgerStored(service.call, service, ledger)
      await expectSearchConsistent(service.call, [...ledger.names.keys()].slice(-10))
      await expectConsistent(databaseUrl)
    },
    90_000 + faultMinutes * 120_000,
  )
})
