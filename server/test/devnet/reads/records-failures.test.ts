import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { queryGateway } from '../../../src/ccip/gateway.ts'
import { perNameLimits } from '../../../src/ccip/limits.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { addName, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { readNameOn, readRecordsOn } from '../../support/gateway/read-name.ts'
import { expectError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const records = { addresses: [{ coinType: 60, address: bob }] }

function result(data: Hex) {
  return JSON.stringify({ data })
}

/** The responses that a resolver without signature verification accepts: a result of `text`, and nothing else. */
const hello = encodeAbiParameters(parseAbiParameters('string'), ['hello'])

/** Gateways by path. */
const gateways: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => response.end(result(hello)),
  '/500': (response) => response.writeHead(500).end(result(hello)),
  '/404': (response) => response.writeHead(404).end(result(hello)),
  '/302': (response) => response.writeHead(302, { location: '/good' }).end(),
  '/hangs': () => {},
  '/huge': (response) => response.end(result(`0x${'00'.repeat(1024 * 1024)}`)),
  '/large': (response) => response.end(result(`0x${'00'.repeat(200 * 1024)}`)),
  '/html': (response) => response.end('<html>hello</html>'),
  '/no-data': (response) => response.end('{"result":"0x"}'),
  '/odd': (response) => response.end('{"data":"0x123"}'),
  '/words': (response) => response.end('{"data":"hello"}'),
  '/null': (response) => response.end('null'),
}

function unavailable(response: ServerResponse) {
  return response.writeHead(503).end()
}

let server: TestServer
let sandbox: TestSandbox
let requestedPaths: string[] = []

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requestedPaths.push(pathname)
    await text(request)
    const gateway = pathname.startsWith('/down/') ? unavailable : gateways[pathname]
    gateway?.(response)
  })
  sandbox = await startTestSandbox({
    RESOLVE_TIMEOUT: '20',
    OUTBOUND_ALLOWED_ORIGINS: new URL(server.url).origin,
  })
})
afterAll(async () => {
  await sandbox.stop()
  await server.close()
})
beforeEach(() => {
  requestedPaths = []
})

function at(path: string): string {
  return `${server.url.slice(0, -1)}${path}`
}

let names = 0

/** Registers a name whose resolver lists these gateways, repeatedly if requested, and reads it. */
async function readVia(urls: readonly string[], { repeat = 1n, circles = false } = {}) {
  const { devnet } = sandbox
  const resolver = await deploy(devnet.rpcUrl(1), 'LookupResolver', urls, repeat, circles)
  const name = await registered(resolver)
  return readNameOn(sandbox, name)
}

async function registered(resolver: Address): Promise<string> {
  const label = `hostile-${names++}`
  await sandbox.devnet.registerName(1, label, { owner: bob, resolver })
  return `${label}.eth`
}

describe('the gateways of a name', () => {
  test('rule: a gateway response that the resolver accepts is returned', async () => {
    const { body } = await readVia([at('/good')])
    expect(JSON.stringify(body)).toContain('{"key":"avatar","value":"hello"}')
    expect(new Set(requestedPaths)).toEqual(new Set(['/good']))
  })

  test('rule: a URL that multiplies the call data is not called, and the next one is', async () => {
    const { fetch, close } = createSsrfSafeFetch({ allowedOrigins: new Set([new URL(server.url).origin]) })
    onTestFinished(close)
    const query = (urls: readonly string[]) =>
      queryGateway(
        { sender: bob, urls, data: `0x${'ab'.repeat(perNameLimits.maxCallDataBytes)}` },
        { fetch, timeoutMs: 5_000, signal: AbortSignal.timeout(5_000), unreachableUrls: new Map() },
      )
    const multiplying = at(`/good?${'{data}'.repeat(80_000)}`)
    await expect(query([multiplying])).rejects.toMatchObject({
      name: 'UpstreamException',
      message: expect.stringContaining('has a URL of more than'),
    })
    expect(requestedPaths).toEqual([])
    expect(await query([multiplying, at('/good')])).toBe(hello)
  })

  test.each([
    ['404', '/404', 'HTTP 404'],
    ['500', '/500', 'HTTP 500'],
    ['a redirect', '/302', 'redirect'],
    ['too much', '/huge', 'more than'],
    ['something that is not JSON', '/html', 'malformed CCIP-Read response'],
    ['JSON without data', '/no-data', 'malformed CCIP-Read response'],
    ['data that are no bytes', '/odd', 'malformed CCIP-Read response'],
    ['data that are no hex', '/words', 'malformed CCIP-Read response'],
    ['null', '/null', 'malformed CCIP-Read response'],
  ])('502 when the gateway responds with %s', async (_, path, reason) => {
    const failed = await readVia([at(path)])
    expectError(failed, 502, 'UpstreamException')
    expect(JSON.stringify(failed.body)).toContain(reason)
    expect(new Set(requestedPaths)).toEqual(new Set([path]))
  })

  test('502 when the gateway responses together exceed the budget', async () => {
    const failed = await readVia([at('/large')])
    expectError(failed, 502, 'UpstreamException')
    expect(JSON.stringify(failed.body)).toContain('bytes from its gateways')
  })

  test('504 when the gateway does not respond', async () => {
    expectError(await readVia([at('/hangs')]), 504, 'UpstreamTimeoutException')
  })

  test.each([
    ['its address is not public', 'https://127.0.0.1/', 'not public'],
    ['it is a metadata service', 'http://169.254.169.254/latest/meta-data/{sender}/{data}', 'not https'],
    ['it is on loopback and not allowed', 'http://localhost:1/', 'not https'],
    ['its URL holds credentials', 'https://user:secret@example.com/', 'credentials'],
    ['its URL is malformed', 'https://', 'malformed URL'],
    ['it has another scheme', 'x-chain:8453', 'no http(s) gateway'],
    ['it is a file', 'file:///etc/passwd', 'no http(s) gateway'],
  ])('502 when %s', async (_, url, reason) => {
    const failed = await readVia([url])
    expectError(failed, 502, 'UpstreamException')
    expect(JSON.stringify(failed.body)).toContain(reason)
    expect(JSON.stringify(failed.body)).not.toContain(url)
    expect(requestedPaths).toEqual([])
  })

  test('502 when the resolver lists no gateway', async () => {
    expectError(await readVia([]), 502, 'UpstreamException')
  })

  test.each(['/500', '/302', '/html', '/hangs'])(
    'rule: after a gateway that responds with %s the next one is called',
    async (path) => {
      const { status } = await readVia([at(path), at('/good')])
      expect(status).toBe(200)
      expect(new Set(requestedPaths)).toEqual(new Set([path, '/good']))
    },
  )

  test('rule: after a gateway that may not be called the next one is called', async () => {
    const { status } = await readVia(['https://10.0.0.1/', 'http://127.0.0.1:1/', at('/good')])
    expect(status).toBe(200)
  })

  test('rule: after a gateway that responds with 4xx no other is called', async () => {
    expectError(await readVia([at('/404'), at('/good')]), 502, 'UpstreamException')
    expect(requestedPaths).not.toContain('/good')
  })

  test('rule: URLs of unknown schemes are skipped', async () => {
    const { status } = await readVia(['x-chain:8453', 'ipfs://bafy', 'garbage', at('/good')])
    expect(status).toBe(200)
  })

  test('rule: of a thousand gateways four are called', async () => {
    expectError(await readVia([at('/500')], { repeat: 1000n }), 502, 'UpstreamException')
    // One multicall of a resolver without that feature: a lookup a record.
    const lookups = requestedPaths.length / 4
    expect(Number.isInteger(lookups)).toBe(true)
    expect(lookups).toBeLessThan(64)
  })

  test("502 when the resolver's lookups are circular", async () => {
    const failed = await readVia([at('/good')], { circles: true })
    expectError(failed, 502, 'UpstreamException')
    expect(JSON.stringify(failed.body)).toMatch(/takes more than \d+ (calls|lookups)/)
  })
})

describe('our own resolvers', () => {
  test.each([
    ['chain-bound', 'POST'],
    ['published', 'POST'],
    ['chain-bound', 'GET'],
    ['published', 'GET'],
  ] as const)('502 when the gateway is down: %s, %s', async (scheme, form) => {
    const label = `down-${scheme}-${form.toLowerCase()}`
    const domain = await onboardNewDomain(sandbox, { label, scheme, form, gatewayUrl: at('/down') })
    await addName(sandbox, domain, 'alice', records)
    expectError(await readNameOn(sandbox, `alice.${domain.name}`), 502, 'UpstreamException')
    expect(requestedPaths.every((path) => path.startsWith('/down/ccip/'))).toBe(true)
  })

  test.each(['chain-bound', 'published'] as const)(
    '502 when a signature is not the signer’s: %s',
    async (scheme) => {
      const domain = await onboardNewDomain(sandbox, { label: `signed-${scheme}`, scheme, form: 'POST' })
      await addName(sandbox, domain, 'alice', records)
      expect((await readRecordsOn(sandbox, `alice.${domain.name}`)).records.coins).toHaveLength(1)
      sandbox.clock.offsetMs = -20 * 60_000
      const failed = await readNameOn(sandbox, `alice.${domain.name}`)
      sandbox.clock.offsetMs = 0
      expectError(failed, 502, 'UpstreamException')
      expect(JSON.stringify(failed.body)).toContain('rejected the response')
    },
  )

  test.each(['chain-bound', 'published'] as const)('502 when an unknown key signs: %s', async (scheme) => {
    const { devnet } = sandbox
    const otherAddress = user(sandbox, 5).address
    const { resolverId } = sandbox.file.chains['1']
    const url = `${sandbox.file.url}/ccip/${resolverId}`
    const resolver =
      scheme === 'published'
        ? await devnet.deployPublishedResolver(1, { url, signers: [otherAddress] })
        : await devnet.deployResolver(1, { urls: [url], signers: [otherAddress] })
    await addName(sandbox, { name: 'demo.eth', chainId: 1 }, `forged-${scheme}`, records)
    await devnet.setResolver(1, 'demo.eth', resolver)
    const failed = await readNameOn(sandbox, `forged-${scheme}.demo.eth`)
    await devnet.setResolver(1, 'demo.eth', sandbox.file.chains['1'].resolver)
    expectError(failed, 502, 'UpstreamException')
  })
})
