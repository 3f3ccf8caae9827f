import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import {
  flags,
  frame,
  frameTypes,
  headerBlock,
  openRawHttp2,
  type RawHttp2,
} from '../../support/http/raw-http2.ts'
import {
  type Http2Request,
  sendHttp2,
  startTlsService,
  type TlsService,
} from '../../support/service/tls-service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { data, headers, reset, settings, ping, continuation } = frameTypes
const openRequest = flags.endHeaders
const wholeRequest = flags.endHeaders + flags.endStream

describe('HTTP/2 with TLS of its own', () => {
  let service: TlsService
  beforeAll(async () => {
    service = await startTlsService(
      { RATE_LIMIT_PER_IP: '100000' },
      { responseBuffers: { sendTimeoutMs: 1_000 } },
    )
  })
  afterAll(() => service.close())

  const open = (settings: readonly (readonly [number, number])[] = []) =>
    openRawHttp2({ ...service, settings })
  const headersOf = (path: string, method: 'GET' | 'POST' = 'GET', others = {}) =>
    headerBlock({ method, path, host: service.host }, others)
  const json = { 'content-type': 'application/json' }
  const addHeaders = () => headersOf('/ens/v1/subname/add', 'POST', json)
  const withSession = async <Result>(use: (session: ClientHttp2Session) => Promise<Result>) => {
    const session = service.connectHttp2()
    return use(session).finally(() => session.destroy())
  }

  /** What each sends of itself in one round; it goes on until the connection is closed. */
  const floods: readonly [
    title: string,
    begin: () => readonly Buffer[],
    round: (at: number) => readonly Buffer[],
  ][] = [
    [
      'requests that are reset at once',
      () => [],
      (at) => [
        frame(headers, wholeRequest, 2 * at + 1, headersOf('/health')),
        frame(reset, 0, 2 * at + 1, Buffer.from([0, 0, 0, 8])),
      ],
    ],
    [
      'headers without an end',
      () => [frame(headers, flags.endStream, 1, headersOf('/health'))],
      (at) => [frame(continuation, 0, 1, Buffer.from([0x00, 0x01, 0x78, 0x01, 0x30 + (at % 10)]))],
    ],
    ['settings', () => [], () => [manyOf(frame(settings, 0, 0), 50)]],
    [
      'parts of a body with nothing in them',
      () => [frame(headers, openRequest, 1, addHeaders())],
      () => [frame(data, 0, 1)],
    ],
  ]
  it.each(floods)(
    'rule: a flood of %s ends its connection, and others are served',
    async (_title, begin, round) => {
      const raw = await open()
      raw.socket.pause()
      raw.send(...begin())
      let sent = 0
      while (!raw.socket.destroyed && sent < 100_000) {
        raw.send(...Array.from({ length: 200 }, () => round(sent++)).flat())
        await turn()
      }
      raw.socket.resume()
      await raw.closed
      expect(sent).toBeLessThan(100_000)
      await withSession(async (session) => {
        expect(await sendHttp2(session, { path: '/health' })).toMatchObject({ status: 200 })
      })
    },
  )

  it('rule: a connection has 128 requests at a time, and the others are refused', async () => {
    const raw = await open()
    raw.send(...Array.from({ length: 200 }, (_, at) => frame(headers, openRequest, 2 * at + 1, addHeaders())))
    const refused = () => raw.frames().filter(({ type, payload }) => type === reset && payload[3] === 7)
    await waitUntil('the others are refused', () => refused().length === 72)
    raw.socket.destroy()
  })

  it('rule: a head is as long as with HTTP/1.1, also before a client has acknowledged the bound', async () => {
    const raw = await open()
    const fields = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`x-${at}`, 'v'.repeat(16_000)]))
    const block = headersOf('/health', 'GET', fields)
    const part = 16_000
    raw.send(frame(headers, flags.endStream, 1, block.subarray(0, part)))
    for (let at = part; at < block.length; at += part)
      raw.send(
        frame(
          continuation,
          at + part >= block.length ? flags.endHeaders : 0,
          1,
          block.subarray(at, at + part),
        ),
      )
    raw.send(frame(headers, wholeRequest, 3, headersOf('/health')))
    await waitUntil('both are answered', () => bodyOf(raw, 1) !== '' && bodyOf(raw, 3) !== '')
    expect(bodyOf(raw, 1)).toContain('RequestHeaderFieldsTooLargeException')
    expect(bodyOf(raw, 3)).toContain('"status":"ok"')
    raw.socket.destroy()
  })

  it('rule: responses that are not taken count in the buffers, and their connection is closed in time', async () => {
    const windowSize = 4
    const raw = await open([[windowSize, 0]])
    for (let at = 0; at < 100; at++)
      raw.send(frame(headers, wholeRequest, 2 * at + 1, headersOf('/openapi.json')))
    await waitUntil('they wait', () => service.context.outputBuffers.bytes() > 1_000_000)
    await raw.closed
    await waitUntil('they are gone', () => service.context.outputBuffers.bytes() === 0)
  })

  it('rule: requests get the responses of HTTP/1.1, and count against the same bounds', async () => {
    const key = { 'x-api-key': service.key }
    const body = (text: string) => ({ method: 'POST', headers: { ...json, ...key }, body: text })
    const cases: readonly Http2Request[] = [
      { path: '/nothing/here' },
      { path: '/byname/v1/events' },
      { path: '/byname/v1/events?limit=0', headers: key },
      { path: '/byname/v1/events', method: 'PUT' },
      { path: '/ens/v1/subname/add', ...body('{') },
      { path: '/ens/v1/subname/add', ...body('{}') },
      { path: '/ens/v1/subname/add', ...body(`{"a":"${'0'.repeat(600_000)}"}`) },
      { path: '/ccip/absent', ...body('{"data":"0x"}') },
      { path: '/ccip/absent', ...body(`{"data":"${'0'.repeat(600_000)}"}`) },
      { path: '/health', method: 'HEAD' },
    ]
    await withSession(async (session) => {
      for (const request of cases) {
        const { path, ...init } = request
        const one = await fetch(service.url + path, {
          ...init,
          headers: { ...init.headers } as Record<string, string>,
        })
        const two = await sendHttp2(session, request)
        expect({ path, status: two.status, body: two.text }).toEqual({
          path,
          status: one.status,
          body: await one.text(),
        })
        for (const name of ['content-type', 'cache-control', 'ratelimit-policy', 'retry-after'])
          expect(two.headers[name] ?? null, `${path} ${name}`).toBe(one.headers.get(name))
      }
      // By the address of the client, which it cannot choose, and the key.
      const left = async (headers = {}) =>
        remaining((await sendHttp2(session, { path: '/byname/v1/events', headers })).headers['ratelimit'])
      const before = await left({ 'x-forwarded-for': '192.0.2.1' })
      expect(before).toBeGreaterThan(0)
      const http1 = await fetch(`${service.url}/byname/v1/events`)
      expect(remaining(http1.headers.get('ratelimit'))).toBe(before - 1)
      expect(await left({ 'x-forwarded-for': '192.0.2.2' })).toBe(before - 2)
    })
  })

  it('rule: events are streamed, resumed, and ended at the stop, which completes requests in flight', async () => {
    const session = service.connectHttp2()
    const wallet = createWallet()
    const signed = await signedHeaders(wallet, { chainId: 1 })
    const others = [
      await open().then((raw) => {
        // Reads nothing, not even what the server says last.
        raw.socket.pause()
        raw.socket.write(manyOf(frame(ping, 0, 0, Buffer.alloc(8)), 400_000))
        return raw.socket
      }),
      connect(service.port, '127.0.0.1').on('error', () => {}),
    ]
    const path = '/byname/v1/events/stream'
    const stream = (headers = {}) => {
      const request = session.request({ ':path': path, 'x-api-key': service.key, ...headers })
      const read = { text: '' }
      request.on('data', (chunk: Buffer) => (read.text += chunk))
      return { request, read }
    }
    const first = stream()
    await once(first.request, 'response')
    const add = (label: string) =>
      sendHttp2(session, {
        path: '/ens/v1/subname/add',
        method: 'POST',
        headers: { ...json, 'x-api-key': service.key, ...signed },
        body: JSON.stringify({
          ...subnameBody(service.demo[1], label),
          addresses: [ethereumAddress(wallet.address)],
        }),
      })
    expect(await add('one')).toMatchObject({ status: 200 })
    await waitUntil('the first event', () => first.read.text.includes('one.demo.eth'))
    first.request.close()
    await once(first.request, 'close')
    await add('two')
    const [, cursor = ''] = /^id: (.*)$/m.exec(first.read.text) ?? []
    const second = stream({ 'last-event-id': cursor })
    await waitUntil('the next event', () => second.read.text.includes('two.demo.eth'))
    expect(second.read.text).not.toContain('one.demo.eth')

    const slow = session.request({ ':path': '/ccip/absent', ':method': 'POST', ...json })
    slow.write('{"data":')
    let response: number | undefined
    slow.on('response', ({ ':status': status }) => (response = status))
    await waitUntil('its body is read', () => service.context.inputBuffers.bytes() > 0)
    const isLeaving = once(session, 'goaway')
    const since = performance.now()
    const stopped = service.stop()
    await isLeaving
    await once(second.request, 'end')
    expect(second.read.text).toContain('event: end\ndata: {"reason":"shutdown"}')
    slow.end('"0x"}')
    await once(slow.resume(), 'end')
    expect(response).toBe(400)
    await stopped
    expect(performance.now() - since).toBeLessThan(8_000)
    for (const socket of others) socket.destroy()
  })
})

function manyOf(bytes: Buffer, count: number): Buffer {
  return Buffer.alloc(bytes.length * count, bytes)
}

function remaining(header: unknown): number {
  return Number(/r=(\d+)/.exec(String(header))?.[1])
}

function bodyOf(raw: RawHttp2, of: number): string {
  const parts = raw.frames().filter(({ type, stream }) => type === data && stream === of)
  return parts.map(({ payload }) => payload.toString()).join('')
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
