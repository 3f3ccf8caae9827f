import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type RequestListener, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxHeaderBytes } from '../../../src/http/server/server-options.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import { postBatch } from '../../support/entities/batches.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { decodeResponse, encodeLookup } from '../../support/gateway/client.ts'
import { lookupPath, setSharedMaxAge } from '../../support/gateway/shared-caches.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { findFreePorts, isInstalled } from '../../support/http/deployed-proxy.ts'
import { startCachingNginx, startVarnish } from '../../support/http/edge-cache.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** `extraSeconds`: nginx counts in whole seconds. */
const caches = [
  { program: 'varnishd', start: startVarnish, extraSeconds: 0 },
  { program: 'nginx', start: startCachingNginx, extraSeconds: 1 },
] as const

/** Of every response of the service: an expiry bucket is half of it. */
const validitySeconds = 6

interface ForwardedRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly status: number | undefined
}

let service: TestService
/** Between a cache and the service: what passes, and 503 while `isDown`. */
let origin: TestServer
const forwarded: ForwardedRequest[] = []
let isDown = false

beforeAll(async () => {
  service = await startTestService(undefined, { GATEWAY_SIGNATURE_TTL: `${validitySeconds}` })
  const forward: RequestListener = (incoming, response) => {
    const { method, url: path, headers } = incoming
    if (isDown) return void response.writeHead(503, { 'cache-control': 'no-store' }).end()
    const onward = request(new URL(`${path}`, service.url), { method, headers }, (upstream) => {
      forwarded.push({ method, path, status: upstream.statusCode })
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  }
  origin = await startHttpServer(forward, { maxHeaderSize: maxHeaderBytes })
})
afterAll(async () => {
  await origin.close()
  await service.stop()
})

describe.each(caches)('Lookups behind $program', ({ program, start, extraSeconds }) => {
  // Run where Debian's package is installed: apt-get install varnish nginx-light.
  describe.skipIf(!isInstalled(program))('', () => {
    let folder: string
    let cache: ChildProcess
    let url: string

    beforeAll(async () => {
      folder = await createFolder('edge')
      const [port = 0] = await findFreePorts(1)
      url = `http://127.0.0.1:${port}`
      cache = await start({ folder, port, servicePort: Number(new URL(origin.url).port) })
      await waitUntil('the cache forwards', () =>
        fetch(`${url}/ccip/none/0x/0x`).then(
          ({ status }) => status < 500,
          () => false,
        ),
      )
    })
    afterAll(async () => {
      const ended = once(cache, 'exit')
      cache.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    })

    const resolver = () => service.resolvers[1]['chain-bound']
    const callDataOf = (name: string) => encodeLookup(name, encodeTextCall(name, 'url'))
    const pathOf = (name: string) => lookupPath(resolver(), callDataOf(name))
    const lookUp = async (name: string) => {
      const sentAt = Date.now()
      const response = await fetch(url + pathOf(name))
      return { sentAt, status: response.status, headers: response.headers, text: await response.text() }
    }
    /** Statuses of the service for a path, the last ones. */
    const statusesFrom = (begin: number, path: string) =>
      forwarded.slice(begin).flatMap((seen) => (seen.path === path ? [seen.status] : []))

    /** A name of a domain of its own, and how its text is changed. */
    const addName = async (sharedMaxAge: number | null) => {
      const domain = await service.onboard()
      if (sharedMaxAge !== null) dataOf(await setSharedMaxAge(service, domain, sharedMaxAge))
      const { ens: name } = await seedSubname(service, domain, 'alice')
      const { key } = await createKey(service, { scopes: ['names:revoke'] })
      const change = async (value: string) => {
        const item = { action: 'put', label: 'alice', texts: [{ key: 'url', value }] }
        dataOf(await postBatch({ ...service, key }, domain, [item]))
      }
      return { name, change }
    }

    it.each([
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-proto', 'http'],
      ['x-forwarded-for', '6.6.6.6'],
      ['x-original-url', '/health'],
      ['x-rewrite-url', '/health'],
      ['x-http-method-override', 'DELETE'],
      ['x-http-method', 'POST'],
      ['accept', 'text/html'],
      ['accept-encoding', 'br, gzip;q=0'],
      ['accept-language', 'xx'],
      ['origin', 'https://evil.example'],
      ['range', 'bytes=0-9'],
      ['if-none-match', '"other"'],
      ['if-match', '"other"'],
      ['if-modified-since', 'Thu, 01 Jan 2037 00:00:00 GMT'],
      ['byname-fall-through', '1'],
      ['authorization', 'Bearer none'],
      ['x-api-key', 'none'],
      ['cookie', 'a=b'],
      ['content-type', 'text/plain'],
      ['idempotency-key', 'k'],
      ['expect', '100-continue'],
    ])(
      'rule: what the first client sends as %s decides nothing of what the next one gets',
      async (header, value) => {
        const { name } = await addName(60)
        const sent = request(new URL(url + pathOf(name)), { headers: { [header]: value } })
        const [first] = await once(sent.end(), 'response')
        await once(first.resume(), 'end')
        const { status, headers, text } = await lookUp(name)
        expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
          ...[200, 'application/json', '*'],
        ])
        const response = { status, headers, body: JSON.parse(text) }
        const decoded = await decodeResponse(resolver(), callDataOf(name), response)
        expect(Number(decoded.expires)).toBeGreaterThan(Date.now() / 1000)
      },
    )

    it('rule: it answers repeated lookups itself, with what the contract accepts', async () => {
      const { name } = await addName(60)
      const begin = forwarded.length
      const startedAt = performance.now()
      for (let count = 0; count < 50; count++) {
        const { status, text, headers } = await lookUp(name)
        expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
        if (count === 0)
          await decodeResponse(resolver(), callDataOf(name), { status, body: JSON.parse(text) })
      }
      // At least half of the validity is left of a response, and whole seconds of it count.
      const lifetimeMs = (validitySeconds / 2 - 1) * 1000
      const most = 1 + (performance.now() - startedAt) / lifetimeMs
      expect(statusesFrom(begin, pathOf(name)).length).toBeLessThanOrEqual(most)
    })

    it('rule: a changed name is seen after at most the seconds of its domain', async () => {
      const seconds = 2
      const { name, change } = await addName(seconds)
      let hasServedOld = false
      for (let round = 0; !hasServedOld; round++) {
        const value = `https://changed.example/${round}`
        const { text: old } = await lookUp(name)
        await change(value)
        const confirmedAt = Date.now()
        for (;;) {
          const { sentAt, status, text } = await lookUp(name)
          expect(status).toBe(200)
          if (text !== old && textOf(text) === value) break
          hasServedOld = true
          expect(sentAt - confirmedAt).toBeLessThanOrEqual((seconds + extraSeconds) * 1000)
          await wait(20)
        }
      }
    })

    it('rule: what it has kept is revalidated by its entity tag', async () => {
      const { name } = await addName(1)
      for (let previous = await lookUp(name); ; ) {
        const begin = forwarded.length
        const next = await lookUp(name)
        expect(next.status).toBe(200)
        const isRevalidated = statusesFrom(begin, pathOf(name)).includes(304)
        if (isRevalidated) {
          expect(next.text).toBe(previous.text)
          break
        }
        previous = next
        await wait(20)
      }
    })

    it('rule: POST, errors and lookups of a domain without the setting are always those of the service', async () => {
      const { name } = await addName(60)
      const { name: unshared } = await addName(null)
      const body = JSON.stringify({ data: callDataOf(name) })
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const requests = [
        [`/ccip/${resolver().id}`, post, 200],
        [pathOf(unshared), {}, 200],
        [pathOf('alice.unserved.eth'), {}, 404],
        [lookupPath(resolver(), '0x'), {}, 400],
      ] as const
      for (const [path, init, status] of requests) {
        const begin = forwarded.length
        for (let count = 0; count < 3; count++) expect((await fetch(url + path, init)).status).toBe(status)
        expect([path, statusesFrom(begin, path)]).toEqual([path, [status, status, status]])
      }
    })

    it('rule: call data of 30 kB passes', async () => {
      const name = 'large.demo.eth'
      const path = lookupPath(resolver(), encodeLookup(name, encodeTextCall(name, 'k'.repeat(14_000))))
      expect((await fetch(url + path)).status).toBe((await fetch(service.url + path)).status)
    })

    it('rule: no response is served beyond its signature, and none while the service fails', async () => {
      const { name } = await addName(60)
      const expiries = new Set<number>()
      const lookUpValid = async () => {
        const response = await lookUp(name)
        if (response.status !== 200) return response
        const expires = expiryOf(response.text)
        // The contract compares whole seconds.
        expect(expires).toBeGreaterThanOrEqual(Math.floor(response.sentAt / 1000))
        expiries.add(expires)
        await wait(20)
        return response
      }
      while (expiries.size < 2) expect((await lookUpValid()).status).toBe(200)
      isDown = true
      const downAt = Date.now()
      try {
        for (;;) {
          const { status, sentAt } = await lookUpValid()
          if (status === 503) break
          expect(status).toBe(200)
          expect(sentAt - downAt).toBeLessThanOrEqual(validitySeconds * 1000)
        }
      } finally {
        isDown = false
      }
      expect((await lookUpValid()).status).toBe(200)
    })
  })
})

const responseTuple = parseAbiParameters('bytes, uint64, bytes')

function decode(text: string) {
  const { data } = JSON.parse(text) as { data: Hex }
  return decodeAbiParameters(responseTuple, data)
}

/** Unix seconds. */
function expiryOf(text: string): number {
  return Number(decode(text)[1])
}

/** The text in the result. */
function textOf(text: string): string {
  const [result] = decode(text)
  return decodeAbiParameters(parseAbiParameters('string'), result)[0]
}
