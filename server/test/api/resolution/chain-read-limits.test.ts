import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBatchingRpc } from '../../support/chain/batching-rpc.ts'
import { expectError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

/** Concurrent outbound requests of a process, and connections to one host. */
const maxConcurrent = { all: 128, ofClient: 32, toHost: 32 }

/** Gateways that never respond: as many as it takes to use all of those. */
let silent: readonly TestServer[]
/** Every name leads to sixteen lookups at gateways that never respond. */
let hanging: TestServer
/** Forwards requests to the service, as a proxy in front of it would. */
let proxy: TestServer
/** Every name leads to sixteen lookups at the service itself, which would read the same names. */
let circular: TestServer
let service: TestService
let requestedUrls = 0
/** The status of each response that the proxy has returned. */
const relayed: number[] = []

beforeAll(async () => {
  const startSilent = () => startHttpServer(() => void requestedUrls++)
  silent = await Promise.all(Array.from({ length: maxConcurrent.all / maxConcurrent.toHost }, startSilent))
  hanging = await startBatchingRpc(16, (lookup) => [`${silent[lookup % silent.length]?.url}{data}`])
  proxy = await startHttpServer(async (request, response) => {
    const headers = { 'cdn-loop': `${request.headers['cdn-loop']}` }
    const upstream = await fetch(new URL(request.url ?? '', service.url), { headers })
    relayed.push(upstream.status)
    response.writeHead(upstream.status).end(await upstream.text())
  })
  circular = await startBatchingRpc(16, (lookup) => {
    const query = new URLSearchParams({ ens: `${lookup}.eth`, providerUrl: circular.url })
    return [`${proxy.url}ens/v2/subnames/records?${query}&data={data}`]
  })
  service = await startTestService(undefined, {
    TRUSTED_PROXIES: 'loopback',
    RESOLVE_TIMEOUT: '20',
    OUTBOUND_ALLOWED_ORIGINS: [...silent, hanging, proxy, circular]
      .map(({ url }) => new URL(url).origin)
      .join(','),
  })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([...silent, hanging, proxy, circular].map((server) => server.close()))
})

/** Reads a name through an RPC, with the client address that a trusted proxy sends. */
function readAs(client: string, ens: string, providerUrl: string) {
  return service.call('GET', `/ens/v2/subnames/records?${new URLSearchParams({ ens, providerUrl })}`, {
    headers: { 'x-forwarded-for': client },
  })
}

test('rule: a client whose gateways are silent leaves outbound capacity for all others', async () => {
  let exceeded = 0
  const attack = Array.from({ length: 32 }, (_, index) =>
    readAs('192.0.2.1', `name-${index}.eth`, hanging.url).finally(() => exceeded++),
  )
  await expect.poll(() => requestedUrls).toBe(maxConcurrent.ofClient)
  const others = Array.from({ length: 8 }, (_, index) =>
    readAs(`198.51.100.${index + 1}`, 'nobody.eth', `${hanging.url}honest`),
  )
  const responses = await Promise.all(others)
  expect(responses.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect({ requestedUrls, exceeded }).toEqual({ requestedUrls: maxConcurrent.ofClient, exceeded: 0 })
  await Promise.all(silent.map((server) => server.close()))
  await Promise.all(attack)
})

test('rule: a request sent by a service of this software causes no outbound request', async () => {
  const read = (cdnLoop: string) => {
    const query = new URLSearchParams({ ens: 'nobody.eth', providerUrl: `${hanging.url}honest` })
    return service.call('GET', `/ens/v2/subnames/records?${query}`, { headers: { 'cdn-loop': cdnLoop } })
  }
  expect((await read('cdn.example, edge;v=1')).status).toBe(200)
  expectError(await read('cdn.example, byname;v=1'), 400, 'RpcUrlRejectedException')
})

test('rule: a name whose gateway is this service causes no further reads', async () => {
  expectError(await readAs('192.0.2.1', 'circle.eth', circular.url), 502, 'UpstreamException')
  expect(relayed).toEqual(Array.from({ length: 16 }, () => 400))
})
