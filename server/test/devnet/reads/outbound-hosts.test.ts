import { rm } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import type { Service } from '../../../src/listen.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { startService } from '../../../src/server.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createFolder } from '../../support/folders.ts'
import { type ApiCall, type ApiResponse, createClient, expectError } from '../../support/http/api-client.ts'
import { createTenant, testEnvironment } from '../../support/service/service.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Global unicast, in a block that IANA has not assigned. */
const unreachableAddress = '2fff::1'

let folder: string
let devnet: Devnet
let service: Service
let call: ApiCall
let adminKey: string
let closeOutbound: () => Promise<void>

/** A DNS server that knows an internal host and a public one, and no other. */
const resolve: LookupFunction = (name, _, callback) => {
  const addresses: Readonly<Record<string, string>> = {
    'inner.example': '10.0.0.7',
    'public.example': unreachableAddress,
  }
  const address = addresses[name]
  if (address) callback(null, [{ address, family: address === unreachableAddress ? 6 : 4 }])
  else callback(Object.assign(new Error(`ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), '')
}

beforeAll(async () => {
  folder = await createFolder('hosts')
  devnet = await startDevnet({ basePort: 0, chains: [1], stateDir: join(folder, 'chains') })
  const settings = { RESOLVE_TIMEOUT: '20', RATE_LIMIT_FREE_RESOLVE_PER_IP: '1000' }
  const { config, secrets } = readConfig(testEnvironment(folder, undefined, settings))
  const context = await createContext(config, secrets)
  const outbound = createSsrfSafeFetch({
    allowedOrigins: new Set([new URL(devnet.rpcUrl(1)).origin]),
    resolve,
  })
  closeOutbound = outbound.close
  service = await startService({ ...context, outboundFor: outbound.fetchFor })
  const { workspaceId } = await createTenant(context)
  adminKey = (await createApiKey(context, { workspaceId, name: 'admin', scopes: ['admin'] })).key
  call = await createClient(service.url)
})
afterAll(async () => {
  await service.stop()
  await closeOutbound()
  await devnet.stop()
  await rm(folder, { recursive: true })
})

/** Every operation that sends a request to a URL of its caller. */
const operations: Readonly<Record<string, (url: string) => Promise<ApiResponse>>> = {
  'resolve by its header': (url) =>
    call('GET', '/ens/v2/resolve?ens=a.eth', { headers: { 'x-rpc-url': url } }),
  'resolve by its query': (url) => call('GET', `/ens/v2/resolve?ens=a.eth&rpcUrl=${encodeURIComponent(url)}`),
  'records in v1': (url) =>
    call('GET', `/ens/v1/subname/records?ens=a.eth&providerUrl=${encodeURIComponent(url)}`),
  'records in v2': (url) =>
    call('GET', `/ens/v2/subnames/records?ens=a.eth&providerUrl=${encodeURIComponent(url)}`),
  reverse: (url) =>
    call('GET', `/ens/v2/reverse?address=${bob}&coinType=60&rpcUrl=${encodeURIComponent(url)}`),
  'admin-name-evm-contract': (url) =>
    call('POST', '/ens/v1/subname/admin-name-evm-contract', {
      headers: { 'x-api-key': adminKey },
      body: {
        username: 'vault',
        ensDomain: 'demo.eth',
        chainId: 1,
        addresses: [{ coinType: 60, address: bob }],
        providerUrls: [url],
      },
    }),
}

test.each(Object.keys(operations))(
  'rule: %s returns the same for an internal host and for one that does not exist',
  async (operation) => {
    const sendRequest = operations[operation]
    if (!sendRequest) throw new Error('There is the operation.')
    const responses = await Promise.all(
      ['inner', 'nowhere'].map((host) => sendRequest(`https://${host}.example:8545/key`)),
    )
    for (const response of responses) expectError(response, 400, 'RpcUrlRejectedException')
    expect(responses[0]?.body).toEqual(responses[1]?.body)
    expect(JSON.stringify(responses[0]?.body)).not.toMatch(/inner|10\.0\.0\.7|ENOTFOUND|key/)
  },
)

test('rule: a gateway at an internal host and one at a host that does not exist give one response', async () => {
  const responses: ApiResponse[] = []
  for (const host of ['inner', 'nowhere']) {
    const url = `https://${host}.example/{sender}/{data}`
    const resolver = await deploy(devnet.rpcUrl(1), 'LookupResolver', [url], 2n, false)
    await devnet.registerName(1, `at-${host}`, { owner: bob, resolver })
    const headers = { 'x-rpc-url': devnet.rpcUrl(1) }
    responses.push(await call('GET', `/ens/v2/resolve?ens=at-${host}.eth`, { headers }))
  }
  for (const response of responses) expectError(response, 502, 'UpstreamException')
  expect(responses[0]?.body).toEqual(responses[1]?.body)
})

test.each(['v1', 'v2'])(
  'rule: records in %s calls an http URL of a public host, and none of an internal one',
  async (generation) => {
    const sendRequest = operations[`records in ${generation}`]
    if (!sendRequest) throw new Error('There is the operation.')
    const toPublic = await sendRequest('http://public.example:8545/')
    expect([502, 504]).toContain(toPublic.status)
    for (const inner of [
      'http://inner.example/',
      'http://127.0.0.1:1/',
      'http://[::1]:1/',
      'http://nowhere.example/',
    ])
      expectError(await sendRequest(inner), 400, 'RpcUrlRejectedException')
    for (const other of ['ftp://public.example/', 'ws://public.example/', 'http://user:key@public.example/'])
      expectError(await sendRequest(other), 400, 'RpcUrlRejectedException')
  },
)

test.each(['resolve by its header', 'resolve by its query', 'reverse', 'admin-name-evm-contract'])(
  '400 for an http URL of a public host: %s accepts https only',
  async (operation) => {
    const response = await operations[operation]?.('http://public.example:8545/')
    if (!response) throw new Error('There is the operation.')
    expectError(response, 400, 'RpcUrlRejectedException')
  },
)
