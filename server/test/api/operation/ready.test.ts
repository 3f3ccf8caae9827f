import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { useDatabases } from '../../support/databases/stores.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'
import { startTestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

function failedOf({ body }: ApiResponse) {
  const { result, checks = [] } = body as {
    result: { data: { checks: { name: string; isOk: boolean }[] } | null }
    checks?: { name: string; isOk: boolean }[]
  }
  return (result.data?.checks ?? checks).filter(({ isOk }) => !isOk).map(({ name }) => name)
}

describeService(
  'Readiness without a responding RPC',
  (service) => {
    it('200, degraded: names resolve without RPCs', async () => {
      const response = await service().call('GET', '/ready')
      expect(dataOf(response)).toMatchObject({ status: 'degraded' })
      expect(failedOf(response)).toEqual(['chain:1'])
    })
  },
  { settings: { RPC_URL_1: 'http://127.0.0.1:9/' } },
)

describeService(
  'Readiness without the signer of a chain',
  (service) => {
    it('200, degraded: the names of the other chain resolve', async () => {
      const response = await service().call('GET', '/ready')
      expect(dataOf(response)).toMatchObject({ status: 'degraded' })
      expect(failedOf(response)).toEqual(['signer:11155111'])
    })
  },
  { settings: { SIGNER_KEY: '', SIGNER_KEY_1: `0x${'51'.repeat(32)}` } },
)

describeService(
  'Readiness without any signer',
  (service) => {
    it('503: no lookup can be signed', async () => {
      const response = await service().call('GET', '/ready')
      expect(response.status).toBe(503)
      expect(failedOf(response)).toEqual(['signer:1', 'signer:11155111'])
    })
  },
  { settings: { SIGNER_KEY: '' } },
)

describe('Readiness', () => {
  it('rule: frequent readiness checks call an RPC once a second; one of another chain counts as down', async () => {
    let calls = 0
    const node = await startHttpServer((_request, response) => {
      calls++
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x5' }))
    })
    const service = await startTestService(undefined, { RPC_URL_1: node.url })
    // Onboarding has read the resolvers of its domains.
    calls = 0
    const responses = await Promise.all(Array.from({ length: 50 }, () => service.call('GET', '/ready')))
    for (const response of responses) expect(failedOf(response)).toEqual(['chain:1'])
    expect(calls).toBe(1)
    await service.stop()
    await node.close()
  })

  it('503 as soon as a service is shutting down; during its grace other requests succeed, and connections end', async () => {
    const service = await startTestService(undefined, { SHUTDOWN_GRACE_SECONDS: '2' })
    await seedSubname(service, service.demo[1], 'alice')
    const stopped = service.stop()
    const response = await service.call('GET', '/ready')
    expect(response.status).toBe(503)
    expect(response.headers.get('connection')).toBe('close')
    dataOf(await service.call('GET', '/health'))
    await resolveAddress(service, service.resolvers[1]['chain-bound'], 'alice.demo.eth')
    await stopped
  })
})

describeService('Readiness and domains of any origin', (service) => {
  it('rule: only administrators learn how many domains accept messages for any site', async () => {
    const { demo, key, call } = service()
    const response = await call('PATCH', `/byname/v1/domains/${demo[1].name}?chainId=1`, {
      headers: { 'x-api-key': key },
      body: { allowedOrigins: ['app.example'] },
    })
    dataOf(response)
    const { details } = dataOf<{ details: string[] }>(await call('GET', '/ready'))
    expect(details.filter((sentence) => sentence.includes('any site'))).toEqual([])
    const headers = { 'x-api-key': await createAdminKey(service()) }
    expect(dataOf(await call('GET', '/byname/v1/instance/health', { headers }))).toMatchObject({
      warnings: expect.arrayContaining([
        expect.stringMatching(/^1 domain accepts messages that were signed for any site;/),
      ]),
    })
  })
})

describe('Readiness while writers wait', () => {
  const databases = useDatabases('postgres')

  it('rule: an instance whose connections are all taken is ready, which is known without a wait for one', async () => {
    const service = await startTestService(await databases.create())
    const { call, context } = service
    const { db, poolStats } = context.store
    const released = Promise.withResolvers<void>()
    const taken = Array.from({ length: 14 }, () =>
      db
        .transaction()
        .execute(() => released.promise)
        .catch(() => {}),
    )
    await waitUntil('transactions wait for a connection', () => poolStats().waiting > 0)
    for (let time = 0; time < 5; time++) {
      const startedAt = performance.now()
      const response = await call('GET', '/ready')
      expect(performance.now() - startedAt).toBeLessThan(1_500)
      expect(dataOf(response)).toMatchObject({ status: 'ok', reasons: [] })
    }
    await context.health.tryWrite(new AbortController().signal)
    expect(dataOf(await call('GET', '/ready'))).toMatchObject({ status: 'ok', reasons: [] })
    released.resolve()
    await Promise.all(taken)
    await service.stop()
  })
})

describeOnEachService('Readiness of lookups', (service) => {
  it('503 while lookups fail, although the database responds; 200 afterwards', async () => {
    const { store } = service().context
    const rename = (from: string, to: string) =>
      sql`alter table subnames rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(store.db)
    const status = async () => (await service().call('GET', '/ready')).status
    expect(await status()).toBe(200)
    await rename('records', 'kept')
    await store.ping()
    await waitUntil('it is unavailable', async () => (await status()) === 503)
    await rename('kept', 'records')
    await waitUntil('it is ready', async () => (await status()) === 200)
  })
})
