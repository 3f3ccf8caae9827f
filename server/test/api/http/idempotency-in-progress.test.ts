import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import {
  createWallet,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { sendWithKey, wireNameOf } from '../../support/http/idempotent-calls.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { startTestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const addPath = '/ens/v1/subname/add'
const updatePath = '/ens/v1/subname/update'

function uniqueLabel() {
  return `i${randomBytes(6).toString('hex')}`
}

describeService(
  'The limit of idempotency keys without an API key',
  (service) => {
    it('429 above it, with Retry-After; requests without the header are not limited', async () => {
      const headers = await signedHeaders(createWallet(), { chainId: 1 })
      const body = { ...subnameBody(service().demo[1], uniqueLabel()), text: [] }
      const send = () => sendWithKey(service().url, updatePath, randomUUID(), { headers, body })
      const statuses = [(await send()).status, (await send()).status, (await send()).status]
      expect(statuses).toEqual([404, 404, 429])
      expect((await service().call('POST', updatePath, { headers, body })).status).toBe(404)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '2' } },
)

describeOnEachDatabase('Idempotency-Key of a running request', (databases) => {
  /** A service whose chain does not respond until the test reports it, and a request that waits for it. */
  const startHeld = async () => {
    const gate = Promise.withResolvers<void>()
    let isHeld = false
    const rpc = await startHttpServer(async (_request, response) => {
      if (isHeld) await gate.promise
      response.writeHead(500).end()
    })
    onTestFinished(rpc.close)
    const service = await startTestService(await databases.createMigrated(), { RPC_URL_1: rpc.url })
    onTestFinished(service.stop)
    onTestFinished(() => gate.resolve())
    isHeld = true
    const admin = await createAdminKey(service)
    const { id, address, registryAddress, nodeProvider } = service.resolvers[1]['chain-bound']
    const key = randomUUID()
    const body = {
      id,
      resolverAddress: address,
      ensRegistryAddress: registryAddress,
      nodeProvider,
      environment: 'held',
    }
    const send = (signal?: AbortSignal, url = service.url) =>
      sendWithKey(url, '/ens/v1/offchain-resolvers/update', key, {
        headers: { 'x-api-key': admin },
        body,
        ...(signal && { signal }),
      })
    const rows = () => service.context.store.db.selectFrom('idempotentRequests').selectAll().execute()
    const isRunning = () => waitUntil('the request runs', async () => (await rows()).length === 1)
    return { service, send, gate, rows, isRunning }
  }

  it('409 with Retry-After while it runs, in every process; then its response', async () => {
    const { service, send, gate, isRunning } = await startHeld()
    const first = send()
    await isRunning()
    const twin = await send()
    expect([twin.status, wireNameOf(twin)]).toEqual([409, 'RequestInProgressException'])
    await service.withSecondService(async ({ url }) => expect((await send(undefined, url)).status).toBe(409))
    gate.resolve()
    const response = await first
    expect(response.status).toBe(200)
    expect(await send()).toEqual({ ...response, isReplayed: true })
  })

  it('rule: a client that disconnects gets the response with its retry', async () => {
    const { send, gate, rows, isRunning } = await startHeld()
    const connection = new AbortController()
    const lost = send(connection.signal).catch((error: unknown) => error)
    await isRunning()
    connection.abort()
    expect(await lost).toMatchObject({ name: 'AbortError' })
    gate.resolve()
    await waitUntil('the response is stored', async () => (await rows())[0]?.response !== null)
    expect(await send()).toMatchObject({ status: 200, isReplayed: true })
  })

  it('rule: a failure of another service is not stored: the retry runs again', async () => {
    const { service, gate, rows } = await startHeld()
    gate.resolve()
    await seedSubname(service, service.demo[1], 'unverified')
    const contract = createWallet()
    const signed = { ...(await signMessage(contract, { chainId: 1 })), signature: '0x1234' } as const
    const request = {
      headers: toSignedHeaders(signed),
      body: { ...subnameBody(service.demo[1], 'unverified'), text: [] },
    }
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = await sendWithKey(service.url, updatePath, 'failing', request)
      expect([wireNameOf(failed), failed.isReplayed]).toEqual(['UpstreamException', false])
      expect(await rows()).toEqual([])
    }
  })

  it('rule: of two concurrent adds with one key, one is done, and both clients can get its response', async () => {
    const service = await startTestService(await databases.createMigrated())
    onTestFinished(service.stop)
    const key = randomUUID()
    const request = {
      headers: { 'x-api-key': service.key },
      body: {
        ...subnameBody(service.demo[1], 'twin'),
        addresses: [ethereumAddress(createWallet().address)],
        overrideSignatureCheck: true,
      },
    }
    const send = () => sendWithKey(service.url, addPath, key, request)
    const responses = await Promise.all(Array.from({ length: 20 }, send))
    const done = responses.filter(({ status }) => status === 200)
    expect(done.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    for (const other of responses.filter(({ status }) => status !== 200))
      expect(wireNameOf(other)).toBe('RequestInProgressException')
    const { result } = JSON.parse((await send()).text) as { result: { data: WireRecord } }
    expect(result.data.ens).toBe('twin.demo.eth')
  })
})
