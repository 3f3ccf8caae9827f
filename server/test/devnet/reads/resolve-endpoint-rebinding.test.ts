import { mkdtemp, rm } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { startService } from '../../../src/server.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { createFolder } from '../../support/folders.ts'
import { resolveVia } from '../../support/gateway/resolve.ts'
import { type ApiCall, createClient, expectError } from '../../support/http/api-client.ts'
import { openConnectionCounter } from '../../support/http/connection-counter.ts'
import { testEnvironment } from '../../support/service/service.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Global unicast, in a block that IANA has not assigned. */
const unreachableAddress = '2fff::1'

let folder: string
let devnet: Devnet

beforeAll(async () => {
  folder = await createFolder('rebinding')
  devnet = await startDevnet({ basePort: 0, stateDir: join(folder, 'chains') })
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true })
})

/** A DNS server that resolves every name to one public address first, and to loopback from then on. */
function createRebindingLookup() {
  const lookedUpNames: string[] = []
  const resolve: LookupFunction = (name, _, callback) => {
    lookedUpNames.push(name)
    const address = lookedUpNames.length === 1 ? unreachableAddress : '127.0.0.1'
    callback(null, [{ address, family: address === unreachableAddress ? 6 : 4 }])
  }
  return { asked: lookedUpNames, resolve }
}

/** Starts a service that may use the local chain, with this DNS lookup. */
async function startServiceWith(resolve: LookupFunction): Promise<ApiCall> {
  const serviceFolder = await mkdtemp(join(folder, 'service-'))
  // Long enough for a connection attempt to the address, which need not fail or time out on any network.
  const settings = { RESOLVE_TIMEOUT: '20', RATE_LIMIT_FREE_RESOLVE_PER_IP: '1000' }
  const { config, secrets } = readConfig(testEnvironment(serviceFolder, undefined, settings))
  const context = await createContext(config, secrets)
  const allowedOrigins = new Set([new URL(devnet.rpcUrl(1)).origin])
  const outbound = createSsrfSafeFetch({ allowedOrigins, resolve })
  const service = await startService({ ...context, outboundFor: outbound.fetchFor })
  onTestFinished(async () => {
    await service.stop()
    await outbound.close()
  })
  return createClient(service.url)
}

test('rule: an RPC host that resolves to a public address first and to loopback later is not reached', async () => {
  const { port, seen } = await openConnectionCounter()
  const { asked: lookedUpNames, resolve } = createRebindingLookup()
  const call = await startServiceWith(resolve)
  const rpcUrl = `https://rpc.example:${port}/`
  const first = await resolveVia(call, 'alice.eth', rpcUrl)
  expect([502, 504]).toContain(first.status)
  expectError(await resolveVia(call, 'alice.eth', rpcUrl), 400, 'RpcUrlRejectedException')
  expectError(await resolveVia(call, ['a.eth', 'b.eth'], rpcUrl), 400, 'RpcUrlRejectedException')
  // A name that was rejected within the last second is not looked up again.
  expect(new Set(lookedUpNames)).toEqual(new Set(['rpc.example']))
  expect(lookedUpNames.length).toBeGreaterThan(1)
  expect(seen.connections).toBe(0)
})

test('rule: a gateway host that resolves to a public address first and to loopback later is not reached', async () => {
  const { port, seen } = await openConnectionCounter()
  const { asked: lookedUpNames, resolve } = createRebindingLookup()
  const call = await startServiceWith(resolve)
  const resolver = await deploy(
    devnet.rpcUrl(1),
    'LookupResolver',
    [`https://gateway.example:${port}/`],
    2n,
    false,
  )
  await devnet.registerName(1, 'rebinding', { owner: bob, resolver })
  const first = await resolveVia(call, 'rebinding.eth', devnet.rpcUrl(1))
  expect([502, 504]).toContain(first.status)
  const second = await resolveVia(call, 'rebinding.eth', devnet.rpcUrl(1))
  expectError(second, 502, 'UpstreamException')
  expect(JSON.stringify(second.body)).toContain('not public')
  expect(new Set(lookedUpNames)).toEqual(new Set(['gateway.example']))
  expect(seen.connections).toBe(0)
})
