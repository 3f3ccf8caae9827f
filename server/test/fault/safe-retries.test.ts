import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../support/credentials/api-keys.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { ethereumAddress, subnameBody } from '../support/entities/subnames.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startHttpServer } from '../support/http/http-server.ts'
import { type RawRequest, sendWithKey, wireNameOf } from '../support/http/idempotent-calls.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Promised: what a client has received is what its retry gets, whatever happens to the process in between. */
describeOnEachDatabase('A process that is killed before its client repeats a request', (databases) => {
  it('rule: after a kill another process repeats a response that was sent', async () => {
    const environment = testEnvironment(await temporaryFolder(), await databases.create())
    const { key: apiKey, demo } = await withContext(environment, createTenant)
    const requests = Array.from({ length: 20 }, (_, index) => ({
      key: randomUUID(),
      request: {
        headers: { 'x-api-key': apiKey },
        body: {
          ...subnameBody(demo[1], `name-${index}`),
          addresses: [ethereumAddress(createWallet().address)],
          overrideSignatureCheck: true,
        },
      },
    }))
    const sendAll = (url: string) =>
      Promise.all(requests.map(({ key, request }) => sendWithKey(url, '/ens/v1/subname/add', key, request)))

    const killed = await startServeProcess(environment)
    const received = await sendAll(killed.url)
    expect(await killed.end('SIGKILL')).toBeNull()
    for (const { status } of received) expect(status).toBe(200)
    const { url } = await startServeProcess(environment)
    expect(await sendAll(url)).toEqual(received.map((response) => ({ ...response, isReplayed: true })))
  })

  it('rule: a request that was running at the kill is 409 until its lease expires, then runs again', async () => {
    const held = Promise.withResolvers<void>()
    const rpc = await startHttpServer(async (_request, response) => {
      await held.promise
      response.writeHead(500).end()
    })
    onTestFinished(rpc.close)
    const environment = testEnvironment(await temporaryFolder(), await databases.create())
    const { resolvers, admin } = await withContext(environment, async (context) => {
      const { workspaceId, ...tenant } = await createTenant(context)
      const { key } = await createApiKey(context, { workspaceId, name: 'admin', scopes: ['admin'] })
      return { ...tenant, admin: key }
    })
    const { id, address, registryAddress, nodeProvider } = resolvers[1]['chain-bound']
    const request: RawRequest = {
      headers: { 'x-api-key': admin },
      body: {
        id,
        resolverAddress: address,
        ensRegistryAddress: registryAddress,
        nodeProvider,
        environment: 'killed',
      },
    }
    const send = (url: string) => sendWithKey(url, '/ens/v1/offchain-resolvers/update', 'one-key', request)

    const killed = await startServeProcess({ ...environment, RPC_URL_1: rpc.url })
    // Started before: the request that is held waits for its node only so long.
    const { url } = await startServeProcess(environment)
    const lost = send(killed.url).catch((error: unknown) => error)
    await waitUntil('the request runs', () =>
      withContext(environment, async ({ store }) => {
        const rows = await store.db.selectFrom('idempotentRequests').selectAll().execute()
        return rows.length === 1
      }),
    )
    expect(wireNameOf(await send(url))).toBe('RequestInProgressException')
    expect(await killed.end('SIGKILL')).toBeNull()
    expect(await lost).toBeInstanceOf(TypeError)
    // Without a renewal it expires within 15 seconds, which are spared here.
    await withContext(environment, ({ store }) =>
      store.db.updateTable('idempotentRequests').set({ expiresAt: 0 }).execute(),
    )
    const retried = await send(url)
    expect(retried).toMatchObject({ status: 200, isReplayed: false })
    expect(await send(url)).toEqual({ ...retried, isReplayed: true })
    held.resolve()
  })
})
