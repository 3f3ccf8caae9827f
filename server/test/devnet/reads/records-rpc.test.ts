import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { startAnvil } from '@byname/devnet/anvil'
import { pino } from 'pino'
import {
  concat,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { readNameVia } from '../../support/gateway/read-name.ts'
import { type ApiResponse, expectError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

const key = 'a-secret-key-of-the-caller'
const name = 'alice.demo.eth'
const log: string[] = []

/** The response of the caller's RPC in the running test. */
let result: RequestListener = () => {}
let node: TestServer
/** A port that is no longer listened on. */
let stoppedServer: TestServer
let otherChain: Awaited<ReturnType<typeof startAnvil>>
let sandbox: TestSandbox

beforeAll(async () => {
  node = await startHttpServer((request, response) => result(request, response))
  stoppedServer = await startHttpServer(() => {})
  await stoppedServer.close()
  otherChain = await startAnvil({ chainId: 137 })
  const origins = [node.url, stoppedServer.url, otherChain.rpcUrl].map((url) => new URL(url).origin)
  sandbox = await startTestSandbox(
    { RESOLVE_TIMEOUT: '20', OUTBOUND_ALLOWED_ORIGINS: origins.join(', ') },
    { log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }) },
  )
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'alice', {
    addresses: [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  })
})
afterAll(async () => {
  await sandbox.stop()
  await otherChain.stop()
  await node.close()
})

const responses: ApiResponse[] = []

/** Reads a name through a URL that contains the caller's key, in both generations. */
async function read(rpcUrl: string): Promise<ApiResponse> {
  const first = await readNameVia(sandbox.call, name, rpcUrl, 1)
  const second = await readNameVia(sandbox.call, name, rpcUrl, 2)
  expect(second).toMatchObject({ status: first.status, body: first.body })
  responses.push(first, second)
  return first
}

function withKey(url: string): string {
  return `${url}?apiKey=${key}`
}

test('a local chain of the sandbox may be used', async () => {
  const { status } = await read(withKey(sandbox.devnet.rpcUrl(1)))
  expect(status).toBe(200)
})

describe('the URL', () => {
  test.each([
    ['http', 'http://rpc.example/'],
    ['loopback, on another port than the sandbox’s', 'http://127.0.0.1:1/'],
    ['loopback, with https', 'https://127.0.0.1/'],
    ['loopback, by name', 'https://localhost/'],
    ['loopback, in hex', 'https://0x7f000001/'],
    ['loopback, in IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['a private network', 'https://10.1.2.3/'],
    ['a cloud metadata service', 'https://169.254.169.254/'],
    ['credentials', 'https://user:password@rpc.example/'],
    ['another scheme', 'ws://rpc.example/'],
    ['no URL', 'rpc.example'],
  ])('400 for the RPC URL %s', async (_, url) => {
    const refused = await read(withKey(url))
    expectError(refused, 400, 'RpcUrlRejectedException')
    expect(JSON.stringify(refused.body)).not.toContain(url)
  })

  test.each([
    ['missing', ''],
    ['empty', 'providerUrl='],
    ['too long', `providerUrl=https://rpc.example/${'a'.repeat(2048)}`],
    ['doubled', 'providerUrl=https://a.example&providerUrl=https://b.example'],
  ])('400 for an RPC URL when it is %s', async (_, query) => {
    const refused = await sandbox.call('GET', `/ens/v1/subname/records?ens=${name}&${query}`)
    expectError(refused, 400, 'BadRequestException')
  })

  test('400 for an invalid name, before anything is sent', async () => {
    let requests = 0
    result = () => void requests++
    for (const bad of ['a..b', 'alice.eth@', 'x'.repeat(1025), 'alice.eth@base#123'])
      expectError(await readNameVia(sandbox.call, bad, node.url), 400, 'InvalidNameException')
    expect(requests).toBe(0)
  })
})

describe('the RPC', () => {
  test('400 when the RPC serves another chain', async () => {
    const refused = await read(withKey(otherChain.rpcUrl))
    expectError(refused, 400, 'UnsupportedChainException')
    expect(JSON.stringify(refused.body)).toContain('chain 137')
  })

  test('502 when the RPC refuses connections', async () => {
    const refused = await read(withKey(stoppedServer.url))
    expectError(refused, 502, 'UpstreamException')
    expect(JSON.stringify(refused.body)).toContain('(ECONNREFUSED)')
  })

  const respondWith =
    (status: number, body: string): RequestListener =>
    (_, response) =>
      response.writeHead(status, { location: sandbox.devnet.rpcUrl(1) }).end(body)

  test.each<[string, RequestListener, number, ErrorName]>([
    ['responds with HTTP 500', respondWith(500, key), 502, 'UpstreamException'],
    ['responds with HTTP 401', respondWith(401, `bad key ${key}`), 502, 'UpstreamException'],
    ['redirects', respondWith(307, ''), 502, 'UpstreamException'],
    ['returns no JSON', respondWith(200, `<html>${key}</html>`), 502, 'UpstreamException'],
    ['returns null', respondWith(200, 'null'), 502, 'UpstreamException'],
    [
      'returns an invalid chain id',
      respondWith(200, '{"jsonrpc":"2.0","id":1,"result":"mainnet"}'),
      502,
      'UpstreamException',
    ],
    [
      'returns an empty chain id',
      respondWith(200, '{"jsonrpc":"2.0","id":1,"result":"0x"}'),
      502,
      'UpstreamException',
    ],
    [
      'returns a chain id of 32 bytes',
      respondWith(200, `{"jsonrpc":"2.0","id":1,"result":"0x${'f'.repeat(64)}"}`),
      502,
      'UpstreamException',
    ],
    [
      'refuses',
      respondWith(200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"bad key ${key}"}}`),
      502,
      'UpstreamException',
    ],
    ['returns too much', respondWith(200, ' '.repeat(1024 * 1024)), 502, 'UpstreamException'],
    ['respondWith nothing', () => {}, 504, 'UpstreamTimeoutException'],
  ])('an RPC failure is reported when it %s', async (_, listener, status, wireName) => {
    result = listener
    expectError(await read(withKey(node.url)), status, wireName)
  })
})

const universalResolver: Hex = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
const batch = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'struct Request { address sender; string[] urls; bytes data; }',
  'function query(Request[] requests) view returns (bool[] failures, bytes[] responses)',
])

function lookup(urls: readonly string[], callData: Hex): Hex {
  return encodeErrorResult({
    abi: batch,
    errorName: 'OffchainLookup',
    args: [universalResolver, urls, callData, '0x12345678', '0x'],
  })
}

function query(requests: readonly { urls: readonly string[]; data: Hex }[]): Hex {
  return encodeFunctionData({
    abi: batch,
    functionName: 'query',
    args: [requests.map((request) => ({ sender: universalResolver, ...request }))],
  })
}

const local = ['x-batch-gateway:true']

/** A batch in a batch in a batch. */
function nested(depth: number): Hex {
  return depth === 0 ? query([]) : query([{ urls: local, data: nested(depth - 1) }])
}

function word(value: number): Hex {
  return numberToHex(value, { size: 32 })
}

/** `(bytes)` around `(bytes[])`, whose thousands of elements all point to one of many kilobytes. */
function bomb(count: number, length: number): Hex {
  const list = concat([
    word(32),
    word(count),
    ...Array.from({ length: count }, () => word(count * 32)),
    word(length),
    `0x${'61'.repeat(length)}`,
  ])
  return encodeAbiParameters(parseAbiParameters('bytes, address'), [list, universalResolver])
}

/** An RPC of mainnet that finds a resolver for every name and ends each call of `resolve` as given. */
function forgingRpc(
  resolve: () => { result: Hex } | { error: { code: number; message: string; data: Hex } },
): RequestListener {
  return async (request, response) => {
    const { method, params } = (await json(request)) as { method: string; params: [{ data: Hex }] }
    const selector = params[0]?.data.slice(0, 10)
    const found = encodeAbiParameters(parseAbiParameters('address, bytes32, uint256'), [
      universalResolver,
      word(1),
      0n,
    ])
    const outcome =
      method === 'eth_chainId' ? { result: '0x1' } : selector === '0xa1cbcbaf' ? { result: found } : resolve()
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...outcome }))
  }
}

function reverting(data: Hex) {
  return () => ({ error: { code: 3, message: 'execution reverted', data } })
}

describe('rule: an RPC that returns false data is stopped soon', () => {
  test.each([
    ['requests an empty batch without end', reverting(lookup(local, query([])))],
    ['asks for batches in batches', reverting(lookup(local, nested(200)))],
    [
      'asks for ten thousand lookups at once',
      reverting(
        lookup(local, query(Array.from({ length: 10_000 }, () => ({ urls: [], data: '0x' as const })))),
      ),
    ],
    [
      'asks for a lookup in another contract’s name',
      reverting(lookup(local, '0x').replace('eeeeeeee', '11111111') as Hex),
    ],
    ['requests a malformed batch', reverting(lookup(local, '0x12345678'))],
    ['asks for a lookup that is cut off', reverting('0x556f1830')],
    ['returns a small encoding of gigabytes', () => ({ result: bomb(10_000, 300_000) })],
    ['returns nothing', () => ({ result: '0x' as const })],
    ['returns malformed data', () => ({ result: '0xdeadbeef' as const })],
    ['reverts without a word', reverting('0x')],
  ])('502 when the RPC %s', async (_, resolve) => {
    result = forgingRpc(resolve)
    const started = performance.now()
    expectError(await read(withKey(node.url)), 502, 'UpstreamException')
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

test('rule: no response and no log line contains the URL or the key in it', () => {
  expect(responses.length).toBeGreaterThan(40)
  for (const { body } of responses) expect(JSON.stringify(body)).not.toContain(key)
  expect(log.length).toBeGreaterThan(0)
  expect(log.filter((line) => line.includes(key) || line.includes('rpc.example'))).toEqual([])
})
