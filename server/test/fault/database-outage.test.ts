import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { type PostgresServer, startPostgres } from '../support/databases/postgres.ts'
import { ethereumAddress, seedSubname } from '../support/entities/subnames.ts'
import { expectConsistent, expectSearchConsistent } from '../support/faults/consistency-checks.ts'
import { faultMinutes, printLine } from '../support/faults/duration.ts'
import {
  createLedger,
  expectLedgerStored,
  responseCount,
  startWriteLoad,
} from '../support/faults/write-load.ts'
import { addressCall, encodeLookup, postLookup, resolveText } from '../support/gateway/client.ts'
import { startTestService, type TestService } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A proxy in front of a PostgreSQL server that simulates a network partition. */
interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Holds all data from now on, without closing connections; new connections are accepted. */
  partition(): void
  /** Forwards everything that was held, and all further data. */
  restore(): void
  /** Drops all data of the connections that are open, without closing them; new ones work. */
  forget(): void
  close(): Promise<void>
}

/** Starts a proxy to a database whose server listens on a socket in a folder. */
async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const path = `${target.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let isPartitioned = false

  const pipe = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (!isPartitioned) other.destroy()
    })
    socket.pipe(other)
  }
  const server = createServer((client) => {
    const upstream = connect(path)
    pipe(client, upstream)
    pipe(upstream, client)
    if (isPartitioned) for (const socket of [client, upstream]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${target.pathname}`,
    partition: () => {
      isPartitioned = true
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      isPartitioned = false
      for (const socket of sockets) socket.resume()
    },
    forget: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

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

  it('rule: after a firewall has forgotten all connections, lookups and writes succeed again within seconds', async () => {
    const resolver = service.resolvers[1]['chain-bound']
    const add = (label: string) =>
      seedSubname(service, service.demo[1], label, {
        addresses: [ethereumAddress(createWallet().address)],
      })
    // So that the pool has connections, which nothing uses.
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(`before-${index}`)))
    network.forget()
    const cutAt = performance.now()
    const unknown = encodeLookup('forgotten.demo.eth', addressCall('forgotten.demo.eth'))
    await waitUntil(
      'lookups succeed',
      async () => (await postLookup(service, resolver, unknown)).status === 200,
    )
    const lookupsBack = performance.now() - cutAt
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(`after-${index}`)))
    const writesBack = performance.now() - cutAt
    printLine(
      `forgotten connections: looked up after ${Math.round(lookupsBack)} ms, written after ${Math.round(writesBack)} ms`,
    )
    expect(Math.max(lookupsBack, writesBack)).toBeLessThan(maxRecoveryMs)
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
