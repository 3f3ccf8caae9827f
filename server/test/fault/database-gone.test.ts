import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultMinutes, say } from '../support/fault-time.ts'
import { addressCall, encodeLookup, post, textOf } from '../support/gateway-client.ts'
import { ethereumAddress, issue } from '../support/names.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newWallet } from '../support/signed-headers.ts'
import { type DatabaseNetwork, startDatabaseNetwork } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { expectFound, expectWhole } from '../support/whole-names.ts'
import { answered, expectKept, newLedger, startWriting } from '../support/write-load.ts'

/** Milliseconds for which the database is away; known answers are given for a minute and no longer. */
const away = Math.min(faultMinutes, 0.8) * 60_000 || 6_000

/** Milliseconds within which a lookup is answered while the database is away, and within which all goes on afterwards. */
const quickly = 5_000
const soon = 10_000

/** Milliseconds that a write may take that nobody can answer. */
const writeBound = 40_000

/**
 * Promised: while the database is away, writes are refused in time, names that were asked for before go on resolving for a
 * minute, others hear 503; when it is back, everything goes on by itself, nothing answered is lost, and no answer is old.
 */
describe('A database that goes away', () => {
  let postgres: PostgresServer
  let network: DatabaseNetwork
  let service: TestService
  let databaseUrl: string
  beforeAll(async () => {
    postgres = await startPostgres()
    databaseUrl = await postgres.createDatabase()
    network = await startDatabaseNetwork(databaseUrl)
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
    '503 for writes and unknown names while it $title; rule: known names resolve, and all goes on when it is back',
    async ({ kind }) => {
      const resolver = service.resolvers[1]['chain-bound']
      const known = `${kind}.demo.eth`
      await issue(service, service.demo[1], kind, {
        text: [{ key: 'state', value: 'known' }],
        addresses: [ethereumAddress(newWallet().address)],
      })
      expect(await textOf(service, resolver, known, 'state')).toBe('known')

      const ledger = newLedger()
      const load = await startWriting({ call: service.call, tenant: service, ledger }, { prefix: kind })
      await until('names are written', () => answered(ledger) >= 40)
      if (kind === 'killed') await postgres.kill()
      else network.cut()
      const goneAt = performance.now()

      let [slowestKnown, slowestUnknown] = [0, 0]
      for (let count = 0; performance.now() < goneAt + away; count++) {
        const askedAt = performance.now()
        expect(await textOf(service, resolver, known, 'state')).toBe('known')
        const knownAt = performance.now()
        const unknown = `unknown-${count}.demo.eth`
        const answer = await post(service, resolver, encodeLookup(unknown, addressCall(unknown)))
        expect(answer.status).toBe(503)
        slowestKnown = Math.max(slowestKnown, knownAt - askedAt)
        slowestUnknown = Math.max(slowestUnknown, performance.now() - knownAt)
        await delay(100)
      }
      expect((await service.call('GET', '/ready')).status).toBe(503)
      const answeredThen = answered(ledger)
      if (kind === 'killed') await postgres.start()
      else network.mend()
      const backAt = performance.now()
      await until('a name is written', () => answered(ledger) > answeredThen)
      const back = performance.now() - backAt
      const again = encodeLookup('again.demo.eth', addressCall('again.demo.eth'))
      await until('lookups are answered', async () => (await post(service, resolver, again)).status === 200)
      const lookupsBack = performance.now() - backAt
      await until('more names are written', () => answered(ledger) > answeredThen + 40)
      await load.stop()
      say(
        `${kind}: known names in ${Math.round(slowestKnown)} ms, unknown in ${Math.round(slowestUnknown)} ms, writes in ` +
          `${Math.round(ledger.slowest)} ms at most; ${answered(ledger)} answered, ${answered(ledger, 503)} refused; ` +
          `written again after ${Math.round(back)} ms, looked up after ${Math.round(lookupsBack)} ms`,
      )
      expect(slowestKnown).toBeLessThan(quickly)
      expect(slowestUnknown).toBeLessThan(quickly)
      expect(ledger.slowest).toBeLessThan(writeBound)
      expect(Math.max(back, lookupsBack)).toBeLessThan(soon)
      expect([200, 503]).toEqual(expect.arrayContaining([...ledger.outcomes.keys()]))
      await expectKept(service.call, service, ledger)
      await expectFound(service.call, [...ledger.names.keys()].slice(-10))
      await expectWhole(databaseUrl)
    },
    90_000 + faultMinutes * 120_000,
  )
})
