import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setInterval } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { OutboundError } from '../../../src/rpc/outbound/error.ts'
import { createSsrfSafeFetch, type OutboundRequest } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { openConnectionCounter } from '../../support/http/connection-counter.ts'
import { startHttpServer } from '../../support/http/http-server.ts'

interface FetchSettings {
  readonly allowed?: readonly string[]
  readonly maxConcurrent?: number
  readonly resolve?: LookupFunction
}

interface TestRequest extends Partial<OutboundRequest> {
  readonly client?: string
  readonly cdnLoop?: string
}

/** An SSRF-safe fetch that allows the origins of these URLs, with a second for a request. */
function createFetch({ allowed = [], ...options }: FetchSettings = {}) {
  const allowedOrigins = new Set(allowed.map((url) => new URL(url).origin))
  const { fetchFor, close } = createSsrfSafeFetch({ allowedOrigins, ...options })
  onTestFinished(close)
  return (url: string, { client = '192.0.2.1', cdnLoop, ...request }: TestRequest = {}) =>
    fetchFor({ key: client, cdnLoop })({
      url,
      method: 'GET',
      maxBytes: 1000,
      timeoutMs: 1000,
      signal: new AbortController().signal,
      ...request,
    })
}

/** An HTTP server that is closed after the test. */
async function serve(...listener: Parameters<typeof startHttpServer>) {
  const server = await startHttpServer(...listener)
  onTestFinished(server.close)
  return server
}

function failure(fault: string, message: string | RegExp) {
  return expect.objectContaining({ name: 'OutboundError', fault, message: expect.stringMatching(message) })
}

test('an allowed origin is reached although it is neither https nor public', async () => {
  const server = await serve(async (request, response) => {
    const body = await text(request)
    response.end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body }))
  })
  const fetch = createFetch({ allowed: [server.url] })
  const got = await fetch(`${server.url}path?key=1`)
  expect({ status: got.status, ...JSON.parse(got.body) }).toEqual({ status: 200, method: 'GET', body: '' })
  const posted = await fetch(server.url, { method: 'POST', body: '{"data":"0x"}' })
  expect(JSON.parse(posted.body)).toEqual({ method: 'POST', type: 'application/json', body: '{"data":"0x"}' })
})

test('rule: the body of a response is returned with any status', async () => {
  const server = await serve((_, response) => response.writeHead(418).end('short and stout'))
  expect(await createFetch({ allowed: [server.url] })(server.url)).toEqual({
    status: 418,
    body: 'short and stout',
    date: expect.stringMatching(/ GMT$/),
  })
})

test('rule: an origin is allowed with its port and scheme, and no other', async () => {
  const server = await serve((_, response) => response.end('secret'))
  const other = await openConnectionCounter()
  const fetch = createFetch({ allowed: [server.url] })
  await expect(fetch(`http://127.0.0.1:${other.port}/`)).rejects.toEqual(failure('refused', 'not https'))
  await expect(fetch(`https://127.0.0.1:${other.port}/`)).rejects.toEqual(failure('refused', 'not public'))
  await expect(fetch(server.url.replace('http', 'https'))).rejects.toEqual(failure('refused', 'not public'))
  await expect(fetch(server.url.replace('127.0.0.1', 'localhost'))).rejects.toEqual(
    failure('refused', 'not https'),
  )
  expect(other.seen.connections).toBe(0)
})

test.each([
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '０x７f.1',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
])('rule: loopback is rejected in every notation: %s', async (host) => {
  const { port, seen } = await openConnectionCounter()
  await expect(createFetch()(`https://${host}:${port}/`)).rejects.toEqual(failure('refused', 'not public'))
  expect(seen.connections).toBe(0)
})

test.each([
  ['private', '10.0.0.1'],
  ['private', '192.168.0.1'],
  ['link-local', '169.254.169.254'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['documentation', '192.0.2.1'],
  ['a cloud metadata service', '[fd00:ec2::254]'],
  ['link-local', '[fe80::1]'],
])('rule: %s addresses are rejected: %s', async (_, host) => {
  await expect(createFetch()(`https://${host}/latest/meta-data`)).rejects.toEqual(
    failure('refused', 'not public'),
  )
})

test.each([
  ['http', 'http://rpc.example/', 'not https'],
  ['another scheme', 'ftp://rpc.example/', 'not https'],
  ['a file', 'file:///etc/passwd', 'not https'],
  ['data', 'data:application/json,{}', 'not https'],
  ['a user name', 'https://user@rpc.example/', 'credentials'],
  ['a password', 'https://:secret@rpc.example/', 'credentials'],
  ['no URL', 'rpc.example', 'malformed URL'],
  ['a malformed host', 'https://rpc example/', 'malformed URL'],
  ['a host with an impossible number', 'https://256.256.256.256/', 'malformed URL'],
])('rule: %s is rejected', async (_, url, reason) => {
  await expect(createFetch()(url)).rejects.toEqual(failure('refused', reason))
})

test('rule: credentials are rejected for an allowed origin too', async () => {
  const server = await serve((_, response) => response.end())
  const url = server.url.replace('//', '//user:secret@')
  await expect(createFetch({ allowed: [server.url] })(url)).rejects.toEqual(failure('refused', 'credentials'))
})

/** Resolves any name to these addresses, one list a lookup; the last one repeatedly. */
function lookupAnswering(...responses: string[][]): LookupFunction {
  return (_, options, callback) => {
    const addresses = (responses.length > 1 ? responses.shift() : responses[0]) ?? []
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const [first] = found
    if (options.all || !first) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

/** Global unicast, in a block that IANA has not assigned. */
const unassigned = '2fff::1'

test.each([
  ['loopback', ['127.0.0.1']],
  ['mapped loopback', ['::ffff:127.0.0.1']],
  ['a public address and then loopback', [unassigned, '127.0.0.1']],
  ['loopback and then a public address', ['::1', unassigned]],
  ['no address', []],
])('rule: a name that resolves to %s is rejected', async (_, addresses) => {
  const { port, seen } = await openConnectionCounter()
  const fetch = createFetch({ resolve: lookupAnswering(addresses) })
  await expect(fetch(`https://rpc.example:${port}/`)).rejects.toEqual(failure('refused', 'not public'))
  expect(seen.connections).toBe(0)
})

test('rule: a name that resolves to a public address first and a private one later is not reached (DNS rebinding)', async () => {
  const { port, seen } = await openConnectionCounter()
  let lookupCount = 0
  const rebinding = lookupAnswering([unassigned], ['127.0.0.1'])
  const fetch = createFetch({
    resolve: (...args) => {
      lookupCount++
      rebinding(...args)
    },
  })
  const url = `https://rpc.example:${port}/`
  await expect(fetch(url, { timeoutMs: 200 })).rejects.toMatchObject({ fault: /timed-out|failed/ })
  expect(lookupCount).toBe(1)
  await expect(fetch(url, { timeoutMs: 10_000 })).rejects.toEqual(failure('refused', 'not public'))
  expect(lookupCount).toBe(2)
  expect(seen.connections).toBe(0)
})

/** Hosts that must be rejected alike, by the behavior of the DNS server. */
const inner: readonly (readonly [string, LookupFunction])[] = [
  ['does not exist', (_, __, callback) => callback(new Error('ENOTFOUND secret.example'), '')],
  ['does not exist for the system', (_, options, callback) => lookup('nowhere.invalid', options, callback)],
  ['has a private address', lookupAnswering(['10.0.0.7'])],
  ['is this machine', (_, options, callback) => lookup('localhost', options, callback)],
  [
    'has a private address that a distant name server knows',
    (name, options, callback) => setTimeout(() => lookupAnswering(['10.0.0.7'])(name, options, callback), 40),
  ],
]

test('rule: a host that does not exist and one at a private address are rejected with one sentence, equally delayed', async () => {
  const refusals = await Promise.all(
    inner.map(async ([kind, resolve]) => {
      const startedAt = performance.now()
      const error = await createFetch({ resolve })('https://secret.example/').catch(
        (refused: unknown) => refused,
      )
      const { fault, message } = error instanceof OutboundError ? error : { fault: kind, message: kind }
      return { fault, message, isHeldBack: performance.now() - startedAt > 95 }
    }),
  )
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
  expect(refusals[0]).toMatchObject({ fault: 'refused', isHeldBack: true })
  expect(refusals[0]?.message).not.toContain('secret')
})

test('rule: http is accepted if a request allows it, to public hosts only', async () => {
  const { port, seen } = await openConnectionCounter()
  const url = `http://rpc.example:${port}/`
  const request = { acceptsHttp: true, timeoutMs: 400 }
  const toPublic = createFetch({ resolve: lookupAnswering([unassigned]) })
  await expect(toPublic(url)).rejects.toEqual(failure('refused', 'not https'))
  await expect(toPublic(url, request)).rejects.toMatchObject({ fault: /timed-out|failed/ })
  await expect(createFetch({ resolve: lookupAnswering(['127.0.0.1']) })(url, request)).rejects.toEqual(
    failure('refused', 'not public'),
  )
  await expect(createFetch()(`http://127.0.0.1:${port}/`, request)).rejects.toEqual(
    failure('refused', 'not public'),
  )
  for (const other of ['ftp://rpc.example/', 'ws://rpc.example/', 'file:///etc/passwd'])
    await expect(toPublic(other, request)).rejects.toEqual(failure('refused', 'not http'))
  expect(seen.connections).toBe(0)
})

test('rule: a redirect is not followed', async () => {
  const target = await openConnectionCounter()
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://127.0.0.1:${target.port}/`
    const server = await serve((_, response) => response.writeHead(status, { location }).end())
    await expect(createFetch({ allowed: [server.url, location] })(server.url)).rejects.toEqual(
      failure('failed', 'redirect'),
    )
  }
  expect(target.seen.connections).toBe(0)
})

test('rule: a silent server is given up at the deadline', async () => {
  const server = await serve(() => {})
  await expect(createFetch({ allowed: [server.url] })(server.url, { timeoutMs: 100 })).rejects.toEqual(
    failure('timed-out', /^did not answer in 100 ms$/),
  )
})

test('rule: a server that sends single bytes is given up at the deadline', async () => {
  const server = await serve(async (_, response) => {
    for await (const __ of setInterval(20)) {
      if (response.destroyed) return
      response.write('.')
    }
  })
  await expect(createFetch({ allowed: [server.url] })(server.url, { timeoutMs: 200 })).rejects.toEqual(
    failure('timed-out', 'did not answer'),
  )
})

test('rule: a request ends when its signal aborts', async () => {
  const server = await serve(() => {})
  const signal = AbortSignal.timeout(50)
  await expect(createFetch({ allowed: [server.url] })(server.url, { signal })).rejects.toMatchObject({
    fault: 'timed-out',
  })
})

test.each([
  ['with a content-length', { 'content-length': '1001' }],
  ['without', {}],
])('rule: a response that is too long is rejected, %s', async (_, headers) => {
  const server = await serve((__, response) => response.writeHead(200, headers).end('.'.repeat(1001)))
  const fetch = createFetch({ allowed: [server.url] })
  await expect(fetch(server.url)).rejects.toEqual(failure('failed', 'more than 1000 bytes'))
  expect((await fetch(server.url, { maxBytes: 1001 })).body).toHaveLength(1001)
})

test('rule: a response without an end is not read to its end', async () => {
  let written = 0
  function* endless() {
    for (;;) {
      written += 65_536
      yield '.'.repeat(65_536)
    }
  }
  const server = await serve((_, response) => pipeline(Readable.from(endless()), response, () => {}))
  await expect(createFetch({ allowed: [server.url] })(server.url)).rejects.toEqual(
    failure('failed', 'more than'),
  )
  expect(written).toBeLessThan(16 * 1024 * 1024)
})

test('rule: compressed responses are not requested, and not decompressed', async () => {
  const server = await serve((request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(`${request.headers['accept-encoding']}`)
  })
  expect((await createFetch({ allowed: [server.url] })(server.url)).body).toBe('undefined')
})

test('rule: a refused or reset connection is an error without any address in it', async () => {
  const closed = await startHttpServer(() => {})
  await closed.close()
  await expect(createFetch({ allowed: [closed.url] })(closed.url)).rejects.toEqual(
    failure('failed', /^cannot be reached \(ECONNREFUSED\)$/),
  )
  const cutting = await serve((request) => request.socket.destroy())
  await expect(createFetch({ allowed: [cutting.url] })(cutting.url)).rejects.toEqual(
    failure('failed', /^cannot be reached \(\w+\)$/),
  )
})

test('rule: requests above the limit in flight wait, and are overloaded when they wait too long', async () => {
  const waiting: (() => void)[] = []
  const server = await serve((_, response) => waiting.push(() => response.end('done')))
  const fetch = createFetch({ allowed: [server.url], maxConcurrent: 1 })
  const first = fetch(server.url)
  const third = fetch(server.url, { timeoutMs: 50 })
  await expect(third).rejects.toEqual(failure('overloaded', 'too many requests'))
  const second = fetch(server.url)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  expect((await first).body).toBe('done')
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  expect((await second).body).toBe('done')
})

test('rule: a client at its limit waits, and other clients do not', async () => {
  const waiting: (() => void)[] = []
  const server = await serve((_, response) => waiting.push(() => response.end('done')))
  const fetch = createFetch({ allowed: [server.url], maxConcurrent: 8 })
  const firstClient = [1, 2, 3].map(() => fetch(server.url))
  await expect.poll(() => waiting.length).toBe(2)
  const other = fetch(server.url, { client: '192.0.2.2' })
  await expect.poll(() => waiting.length).toBe(3)
  waiting[2]?.()
  expect((await other).body).toBe('done')
  waiting[0]?.()
  await expect.poll(() => waiting.length).toBe(4)
  waiting[1]?.()
  waiting[3]?.()
  await Promise.all(firstClient)
})

test('rule: a URL that may not be called is rejected without waiting in the queue', async () => {
  const server = await serve(() => {})
  const fetch = createFetch({ allowed: [server.url], maxConcurrent: 1 })
  const signal = new AbortController()
  const hanging = fetch(server.url, { signal: signal.signal })
  await expect(fetch('https://127.0.0.1/')).rejects.toEqual(failure('refused', 'not public'))
  signal.abort()
  await expect(hanging).rejects.toMatchObject({ name: 'OutboundError' })
})

test('rule: a request carries CDN-Loop, and a request with it causes none', async () => {
  const seen: unknown[] = []
  const server = await serve((request, response) => {
    seen.push(request.headers['cdn-loop'])
    response.end()
  })
  const fetch = createFetch({ allowed: [server.url] })
  await fetch(server.url, { cdnLoop: 'cdn.example;v=1' })
  await expect(fetch(server.url, { cdnLoop: 'cdn.example, Byname ;v=1' })).rejects.toEqual(
    failure('refused', 'has sent'),
  )
  expect(seen).toEqual(['byname'])
})
