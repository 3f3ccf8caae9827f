import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { setInterval } from 'node:timers/promises'
import { startAnvil } from '@byname/devnet/anvil'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { resolveVia, type WireResolvedName } from '../../support/gateway/resolve.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { openConnectionCounter } from '../../support/http/connection-counter.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

const key = 'a-secret-key-of-the-caller'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const log: string[] = []
const responses: ApiResponse[] = []

/** The behavior of the server of the running test, as an RPC or as a gateway. */
let respond: RequestListener = () => {}
let hostile: TestServer
/** An RPC of a chain on which no names are read. */
let elsewhere: Awaited<ReturnType<typeof startAnvil>>
let sandbox: TestSandbox

beforeAll(async () => {
  hostile = await startHttpServer((request, response) => respond(request, response))
  elsewhere = await startAnvil({ chainId: 137 })
  const origins = [hostile.url, elsewhere.rpcUrl].map((url) => new URL(url).origin)
  sandbox = await startTestSandbox(
    {
      RESOLVE_TIMEOUT: '10',
      RATE_LIMIT_FREE_RESOLVE_PER_IP: '100000',
      OUTBOUND_ALLOWED_ORIGINS: origins.join(', '),
    },
    { log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }) },
  )
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'alice', {
    addresses: [{ coinType: 60, address: bob }],
  })
})
afterAll(async () => {
  await sandbox.stop()
  await elsewhere.stop()
  await hostile.close()
})
beforeEach(() => {
  respond = () => {}
})

function withKey(url: string): string {
  return `${url}?apiKey=${key}`
}

/** Resolves names through a URL that contains the caller's key: once from the header, once from the query. */
async function resolve(names: string | readonly string[], rpcUrl: string): Promise<ApiResponse> {
  const byHeader = await resolveVia(sandbox.call, names, rpcUrl, 'header')
  const byQuery = await resolveVia(sandbox.call, names, rpcUrl, 'query')
  expect(byQuery).toMatchObject({ status: byHeader.status, body: byHeader.body })
  responses.push(byHeader, byQuery)
  return byHeader
}

const names = ['alice.demo.eth', 'unregistered.eth']

/** Expects that the whole request fails, whether for one name or for several. */
async function expectRefusal(rpcUrl: string, status: number, wireName: ErrorName): Promise<void> {
  const requests = [names.slice(0, 1), names]
  for (const response of await Promise.all(requests.map((each) => resolve(each, withKey(rpcUrl)))))
    expectError(response, status, wireName)
}

describe('the RPC URL', () => {
  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://localhost',
    'https://0x7f000001',
    'https://2130706433',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'http://127.0.0.1',
    'https://user:password@127.0.0.1',
    'ws://127.0.0.1',
  ])('400 for loopback, without a connection: %s', async (origin) => {
    const { port, seen } = await openConnectionCounter()
    await expectRefusal(`${origin}:${port}/`, 400, 'RpcUrlRejectedException')
    expect(seen.connections).toBe(0)
  })

  test.each([
    ['a private network', 'https://10.1.2.3/'],
    ['another', 'https://172.16.0.1/'],
    ['a third', 'https://192.168.1.1/'],
    ['a private network of IPv6', 'https://[fd00:ec2::254]/'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['one of IPv6', 'https://[fe80::1]/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['multicast', 'https://224.0.0.1/'],
    ['http', 'http://rpc.example/'],
    ['a user name', 'https://user@rpc.example/'],
    ['a password', 'https://:password@rpc.example/'],
    ['another scheme', 'ftp://rpc.example/'],
    ['a file', 'file:///etc/passwd'],
    ['no URL', 'rpc.example'],
  ])('400 for %s', (_, url) => expectRefusal(url, 400, 'RpcUrlRejectedException'))
})

function respondWith(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body)
}

/** Sends single bytes without end. */
const sendSlowly: RequestListener = async (_, response) => {
  for await (const __ of setInterval(20)) {
    if (response.destroyed) return
    response.write(' ')
  }
}

describe('the RPC', () => {
  test.each<[string, RequestListener, number, ErrorName]>([
    ['responds with HTTP 500', respondWith(500, key), 502, 'UpstreamException'],
    ['responds with HTTP 403', respondWith(403, key), 502, 'UpstreamException'],
    ['returns no JSON', respondWith(200, `<html>${key}</html>`), 502, 'UpstreamException'],
    ['returns no JSON-RPC', respondWith(200, '{"chainId":"0x1"}'), 502, 'UpstreamException'],
    ['returns too much', respondWith(200, ' '.repeat(1024 * 1024)), 502, 'UpstreamException'],
    ['closes the connection', (request) => request.socket.destroy(), 502, 'UpstreamException'],
    ['never responds', () => {}, 504, 'UpstreamTimeoutException'],
    ['sends a response without end', sendSlowly, 504, 'UpstreamTimeoutException'],
  ])('the request fails when the RPC %s', async (_, listener, status, wireName) => {
    respond = listener
    await expectRefusal(hostile.url, status, wireName)
  })

  test('502 when the RPC redirects, and the redirect is not followed', async () => {
    const { port, seen } = await openConnectionCounter()
    respond = respondWith(307, '', { location: `http://127.0.0.1:${port}/` })
    await expectRefusal(hostile.url, 502, 'UpstreamException')
    respond = respondWith(308, '', { location: sandbox.devnet.rpcUrl(1) })
    await expectRefusal(hostile.url, 502, 'UpstreamException')
    expect(seen.connections).toBe(0)
  })

  test('400 when the RPC serves another chain', () =>
    expectRefusal(elsewhere.rpcUrl, 400, 'UnsupportedChainException'))

  test('rule: when the RPC dies after the chain check, one name fails and several are null', async () => {
    respond = async (request, response) => {
      const { method } = (await json(request)) as { method: string }
      if (method === 'eth_chainId') response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
      else request.socket.destroy()
    }
    expectError(await resolve('alice.demo.eth', withKey(hostile.url)), 502, 'UpstreamException')
    expect(dataOf(await resolve(names, withKey(hostile.url)))).toEqual([null, null])
  })
})

describe('the gateways of a name', () => {
  let registered = 0

  /** Registers a name whose resolver lists these gateways. */
  async function nameOf(...urls: string[]): Promise<string> {
    const label = `hostile-${registered++}`
    const resolver = await deploy(sandbox.devnet.rpcUrl(1), 'LookupResolver', urls, 1n, false)
    await sandbox.devnet.registerName(1, label, { owner: bob, resolver })
    return `${label}.eth`
  }

  /** Expects that the name fails with this status when resolved alone, and is null beside another one that succeeds. */
  async function expectFailed(name: string, status: number, wireName: ErrorName): Promise<ApiResponse> {
    const node = withKey(sandbox.devnet.rpcUrl(1))
    const alone = await resolve(name, node)
    expectError(alone, status, wireName)
    const both = dataOf<(WireResolvedName | null)[]>(await resolve([name, 'alice.demo.eth'], node))
    expect(both.map((one) => one?.records.coins.length)).toEqual([undefined, 1])
    return alone
  }

  test.each([
    'https://127.0.0.1',
    'https://localhost',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://0x7f000001',
    'http://127.0.0.1',
    'https://user:password@127.0.0.1',
  ])('502 for loopback, without a connection: %s', async (origin) => {
    const { port, seen } = await openConnectionCounter()
    const forms = [`${origin}:${port}/`, `${origin}:${port}/{sender}/{data}.json`]
    await expectFailed(await nameOf(...forms), 502, 'UpstreamException')
    expect(seen.connections).toBe(0)
  })

  test.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/{sender}/{data}',
    'https://[fd00:ec2::254]/',
    'http://gateway.example/',
    'file:///etc/passwd',
    'https://',
  ])('502 for %s, without its URL', async (url) => {
    const failed = await expectFailed(await nameOf(url), 502, 'UpstreamException')
    expect(JSON.stringify(failed.body)).not.toContain(url)
  })

  test('502 when a gateway redirects, and the redirect is not followed', async () => {
    const { port, seen } = await openConnectionCounter()
    respond = respondWith(302, '', { location: `http://127.0.0.1:${port}/` })
    await expectFailed(await nameOf(hostile.url), 502, 'UpstreamException')
    expect(seen.connections).toBe(0)
  })

  test.each<[string, RequestListener, number, ErrorName]>([
    ['returns no JSON', respondWith(200, '<html>'), 502, 'UpstreamException'],
    ['responds with HTTP 500', respondWith(500, ''), 502, 'UpstreamException'],
    ['returns too much', respondWith(200, ' '.repeat(1024 * 1024)), 502, 'UpstreamException'],
    ['never responds', () => {}, 504, 'UpstreamTimeoutException'],
    ['sends a response without end', sendSlowly, 504, 'UpstreamTimeoutException'],
  ])('when a gateway %s, its name fails alone', async (_, listener, status, wireName) => {
    respond = listener
    await expectFailed(await nameOf(hostile.url), status, wireName)
  })
})

test('rule: fifty names with silent gateways time out together', async () => {
  const { devnet } = sandbox
  const resolver = await deploy(devnet.rpcUrl(1), 'LookupResolver', [hostile.url], 1n, false)
  await devnet.registerName(1, 'silent', { owner: bob, resolver })
  const fifty = Array.from({ length: 50 }, (_, index) => `${index}.silent.eth`)
  const started = performance.now()
  const response = await resolveVia(sandbox.call, fifty, devnet.rpcUrl(1))
  expect(dataOf(response)).toEqual(fifty.map(() => null))
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('rule: no response and no log line contains the RPC URL or the key in it', () => {
  expect(responses.length).toBeGreaterThan(100)
  for (const { body, headers } of responses)
    expect(JSON.stringify([body, [...headers]])).not.toMatch(new RegExp(`${key}|rpc\\.example`))
  expect(log.length).toBeGreaterThan(0)
  expect(log.filter((line) => line.includes(key) || line.includes('rpc.example'))).toEqual([])
})
