import { text as readText } from 'node:stream/consumers'
import { decodeFunctionResult, encodeFunctionData, parseAbi, toHex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'

/** A proxy in front of the gateway that records requests and responses. */
interface GatewayProxy extends TestServer {
  readonly lookups: { readonly method: string; readonly path: string; readonly status: number }[]
}

/** Starts a proxy that forwards every lookup to the service at `url`. */
async function startGatewayProxy(url: string): Promise<GatewayProxy> {
  const lookups: GatewayProxy['lookups'] = []
  const server = await startHttpServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await readText(request)
    const upstream = await fetch(url + path, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '' },
      ...(method === 'POST' && { body }),
    })
    lookups.push({ method, path, status: upstream.status })
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
  })
  return { ...server, lookups }
}

const universalResolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes result, address resolver)',
  'function multicall(bytes[] calls) view returns (bytes[])',
  'function text(bytes32 node, string key) view returns (string)',
])

const keys = Array.from({ length: 30 }, (_, index) => `key-${index}`)
const text = keys.map((key) => ({ key, value: `value of ${key}` }))
const addresses = [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }]

let sandbox: TestSandbox
let gateway: GatewayProxy
let ours: OnboardedDomain
let published: OnboardedDomain

beforeAll(async () => {
  sandbox = await startTestSandbox()
  gateway = await startGatewayProxy(sandbox.file.url)
  const gatewayUrl = gateway.url.replace(/\/$/, '')
  ours = await onboardNewDomain(sandbox, { label: 'ours', scheme: 'chain-bound', form: 'POST', gatewayUrl })
  published = await onboardNewDomain(sandbox, {
    label: 'published',
    scheme: 'published',
    form: 'POST',
    gatewayUrl,
  })
  for (const domain of [ours, published]) await addName(sandbox, domain, 'alice', { text, addresses })
})
afterAll(async () => {
  await gateway.close()
  await sandbox.stop()
})
beforeEach(() => {
  gateway.lookups.length = 0
})

/** Reads all thirty texts as ENS applications read a profile: one multicall through the Universal Resolver. */
async function readProfile(name: string): Promise<string[]> {
  const node = namehash(name)
  const calls = keys.map((key) => encodeFunctionData({ abi, functionName: 'text', args: [node, key] }))
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
  const [result] = await viemClient(sandbox).readContract({
    address: universalResolver,
    abi,
    functionName: 'resolve',
    args: [toHex(packetToBytes(name)), data],
  })
  return decodeFunctionResult({ abi, functionName: 'multicall', data: result }).map((response) =>
    decodeFunctionResult({ abi, functionName: 'text', data: response }),
  )
}

test('rule: a profile of thirty records is one gateway request', async () => {
  expect(await readProfile(`alice.${ours.name}`)).toEqual(text.map(({ value }) => value))
  expect(gateway.lookups.map(({ method, status }) => ({ method, status }))).toEqual([
    { method: 'POST', status: 200 },
  ])
})

test('a resolver without the multicall feature is called once a record, and succeeds each time', async () => {
  expect(await readProfile(`alice.${published.name}`)).toEqual(text.map(({ value }) => value))
  expect(gateway.lookups).toHaveLength(30)
})

test('rule: concurrent lookups of many names never get a 429', async () => {
  const client = viemClient(sandbox)
  const names = Array.from({ length: 200 }, (_, index) => `nobody-${index}.${ours.name}`)
  const responses = await Promise.all(names.map((name) => client.getEnsAddress({ name, strict: true })))
  expect(responses).toEqual(names.map(() => null))
  expect(new Set(gateway.lookups.map(({ status }) => status))).toEqual(new Set([200]))
})

test('ethers reads one record with one gateway request', async () => {
  expect(await ethersProvider(sandbox).resolveName(`alice.${ours.name}`)).toBe(addresses[0]?.address)
  expect(gateway.lookups).toHaveLength(1)
})
