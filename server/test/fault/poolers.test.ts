import { join } from 'node:path'
import { sql } from 'kysely'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireEventPage } from '../../src/http/schema/event.ts'
import { backUp, restoreDatabase } from '../../src/store/copy/backup.ts'
import { compileLookupQueries } from '../../src/store/lookup.ts'
import { withColumnCodec } from '../../src/store/plain-database.ts'
import { CommitNotifications } from '../../src/store/postgres/commit-notifications.ts'
import { createPostgresSessions } from '../../src/store/postgres/connection.ts'
import { LookupConnection } from '../../src/store/postgres/lookup-connection.ts'
import { openPostgres } from '../../src/store/postgres/open.ts'
import { compileSealedLookupQueries } from '../../src/store/sealed-lookup.ts'
import { openStore } from '../../src/store/store.ts'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { hasStableDataVersion, readStableDataVersion } from '../support/databases/data-version.ts'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../support/databases/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../support/databases/postgres.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../support/entities/subnames.ts'
import { readEvents } from '../support/events/event-stream.ts'
import { useWebhooks } from '../support/events/webhooks.ts'
import { temporaryFolder } from '../support/folders.ts'
import { resolveAddress, resolveText } from '../support/gateway/client.ts'
import { createClient, dataOf } from '../support/http/api-client.ts'
import { logLines } from '../support/service/log-lines.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import {
  createTenant,
  startTestService,
  type TestService,
  testEnvironment,
  withContext,
} from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const nameCount = 300
const concurrency = 10
const noLimits = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** PgBouncer with the settings that it has by default; no startup parameter is ignored. */
describe.skipIf(!hasPgbouncer).each(['transaction', 'session'] as const)(
  'PostgreSQL behind PgBouncer with pool_mode=%s (skipped without the program pgbouncer)',
  (poolMode) => {
    let server: PostgresServer
    let pooler: Pgbouncer
    let directUrl: string
    let service: TestService
    beforeAll(async () => {
      server = await startPostgres()
      directUrl = await server.createDatabase()
      pooler = await startPgbouncer(directUrl, poolMode)
      service = await startTestService(pooler.through(directUrl))
    })
    afterAll(async () => {
      await service.stop()
      await pooler.stop()
      await server.stop()
    })

    const resolver = () => service.resolvers[1]['chain-bound']

    it('rule: 300 names are added and resolve, in lists and lookups, by many clients at a time', async () => {
      const wallets = new Map(
        Array.from({ length: nameCount }, (_, index) => [`name-${index}`, createWallet()]),
      )
      await eachConcurrently([...wallets], async ([label, { address }]) => {
        await seedSubname(service, service.demo[1], label, { addresses: [ethereumAddress(address)] })
      })
      await eachConcurrently([...wallets], async ([label, { address }]) => {
        expect(await resolveAddress(service, resolver(), `${label}.demo.eth`)).toBe(address)
      })
      const list = await service.call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1&limit=100')
      expect(dataOf<{ pagination: object }>(list).pagination).toMatchObject({ totalCount: nameCount })
      const search = await service.call(
        'GET',
        '/ens/v2/subnames/all?ensDomains=demo.eth&chainId=1&search=name-299',
      )
      expect(dataOf<{ data: object[] }>(search).data).toHaveLength(1)
    })

    it('rule: /ready is ok, and tells the operator of the pooler', async () => {
      const ready = await service.call('GET', '/ready')
      expect(ready.status).toBe(200)
      expect(JSON.stringify(ready.body)).toContain('reached through a connection pooler')
    })

    it('rule: a change is seen at once by lookups of another instance, behind the pooler or direct', async () => {
      const wallet = createWallet()
      await seedSubname(service, service.demo[1], 'shared', { addresses: [ethereumAddress(wallet.address)] })
      const direct = await openStore({ url: directUrl })
      await waitUntil('the direct one is notified', () => hasStableDataVersion(direct))
      await service.withSecondService(async (other) => {
        for (let round = 0; round < 20; round++) {
          const version = direct.dataVersion()
          dataOf(
            await service.call('POST', '/ens/v1/subname/update', {
              headers: await signedHeaders(wallet, { chainId: 1 }),
              body: {
                ...subnameBody(service.demo[1], 'shared'),
                text: [{ key: 'round', value: `${round}` }],
              },
            }),
          )
          expect(await resolveText(other, resolver(), 'shared.demo.eth', 'round')).toBe(`${round}`)
          await waitUntil('the direct one is notified', () => direct.dataVersion() !== version)
        }
      })
      await direct.close()
    })

    it('rule: events stream', async () => {
      const headers = { 'x-api-key': service.key }
      const { next } = dataOf<WireEventPage>(
        await service.call('GET', '/byname/v1/events?limit=1', { headers }),
      )
      const stream = await readEvents(`${service.url}/byname/v1/events/stream?after=${next}`, headers)
      await seedSubname(service, service.demo[1], 'streamed')
      const events = await stream.take(nameCount + 1)
      expect(events).toHaveLength(nameCount + 1)
      await stream.close()
    })

    it('rule: lookups are prepared anew where a pooler that was not recognized loses their statements', async () => {
      const config = { connectionString: pooler.through(directUrl) }
      const { db } = openPostgres(directUrl, 0)
      const queries = {
        ...compileLookupQueries(withColumnCodec(db)),
        ...compileSealedLookupQueries(withColumnCodec(db)),
      }
      const connections = Array.from({ length: 4 }, () => {
        const sessions = createPostgresSessions(noLimits)
        return new LookupConnection(config, queries, { ...sessions, prepare: async () => {} })
      })
      for (let round = 0; round < 20; round++) {
        const reads = connections.map((connection) => connection.readName({ label: '', domain: '' }, ''))
        expect(await Promise.all(reads)).toEqual(connections.map(() => undefined))
      }
      await Promise.all(connections.map((connection) => connection.close()))
    })

    it('rule: notifications of a pooler that was not recognized are not trusted for longer than a heartbeat', async () => {
      const sessions = createPostgresSessions(noLimits)
      const config = { connectionString: pooler.through(directUrl) }
      const notifications = new CommitNotifications(config, { ...sessions, prepare: async () => {} })
      await waitUntil(
        'it connects and compares processes',
        () => notifications.version() > 0 && sessions.isPooled(),
      )
      expect(notifications.version()).not.toBe(notifications.version())
      await notifications.close()
    })

    it('rule: in the portable mode cached responses are served, and a change is seen by the next poll', async () => {
      const url = `${pooler.through(directUrl)}&compatibility=portable`
      const [one, other] = [await openStore({ url }), await openStore({ url })]
      const before = await readStableDataVersion(other)
      await one.transaction(async () => {})
      await waitUntil('a poll has found it', () => other.dataVersion() !== before)
      expect(one.advice()).toEqual([])
      await Promise.all([one.close(), other.close()])
    })

    it('rule: a backup is made and restored through it', async () => {
      const file = join(await temporaryFolder(), 'backup')
      const backedUp = await backUp({ databaseUrl: pooler.through(directUrl), file })
      expect(backedUp.find(({ table }) => table === 'subnames')?.rows).toBeGreaterThan(nameCount)
      const databaseUrl = pooler.through(await server.createDatabase())
      expect(await restoreDatabase({ databaseUrl, file })).toEqual(backedUp)
    })

    it('rule: processes that start together migrate once', async () => {
      const url = pooler.through(await server.createDatabase())
      const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ url })))
      await Promise.all(stores.map((store) => store.ping()))
      await Promise.all(stores.map((store) => store.close()))
    })

    it('rule: transactions have their limits, and other clients of the pooler keep theirs', async () => {
      const store = await openStore({ url: pooler.through(directUrl), lockTimeoutMs: 7_000 })
      const limits = await store.transaction(async (tx) => {
        const { rows } = await sql<object>`select current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx)
        return rows[0]
      })
      expect(limits).toEqual({ statement: '30s', lock: '7s', idle: '10s' })
      const { rows } = await sql<object>`select current_setting('statement_timeout') as statement`.execute(
        store.db,
      )
      expect(rows).toEqual([{ statement: '0' }])
      await store.close()
    })

    it.runIf(poolMode === 'transaction')(
      'rule: byname serve --workers starts and serves; its log is JSON and has the advice once',
      async () => {
        const environment = testEnvironment(
          await temporaryFolder(),
          pooler.through(await server.createDatabase()),
        )
        const tenant = await withContext(environment, createTenant)
        const { url, readOutput } = await startServeProcess(environment, ['--workers', '2'])
        const call = await createClient(url)
        const { 'chain-bound': entry } = tenant.resolvers[1]
        const names = Array.from({ length: 40 }, (_, index) => `absent-${index}.demo.eth`)
        expect(await Promise.all(names.map((name) => resolveAddress({ call }, entry, name)))).toEqual(
          names.map(() => zeroAddress),
        )
        const advice = logLines(readOutput()).filter(({ msg }) => `${msg}`.includes('connection pooler'))
        expect(advice).toHaveLength(1)
      },
    )
  },
)

describe.skipIf(!hasPgbouncer).each(['transaction', 'session'] as const)(
  'Webhooks behind PgBouncer with pool_mode=%s (skipped without the program pgbouncer)',
  (poolMode) => {
    let server: PostgresServer
    let pooler: Pgbouncer
    beforeAll(async () => {
      server = await startPostgres()
      pooler = await startPgbouncer(server.urlOf('postgres'), poolMode)
    })
    afterAll(async () => {
      await pooler.stop()
      await server.stop()
    })
    const create = async () => pooler.through(await server.createDatabase())
    const { open, settled } = useWebhooks({
      kind: 'postgres',
      dialect: 'postgres',
      create,
      createMigrated: create,
    })

    it('rule: each event is delivered once', async () => {
      const { receiver, issue, read } = await open()
      await Promise.all(Array.from({ length: 20 }, (_, index) => issue(`name-${index}`)))
      await settled(read)
      expect(receiver.requests).toHaveLength(20)
    })
  },
)

describe('PostgreSQL without a pooler', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('rule: every statement has the limits, and the operator gets no advice', async () => {
    const store = await openStore({ url: await server.createDatabase(), lockTimeoutMs: 7_000 })
    const { rows } = await sql<object>`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(store.db)
    expect(rows).toEqual([{ statement: '30s', lock: '7s', idle: '10s' }])
    expect(store.advice()).toEqual([])
    await store.close()
  })
})

async function eachConcurrently<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items]
  const workOff = async () => {
    for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) await work(next)
  }
  await Promise.all(Array.from({ length: concurrency }, workOff))
}
