import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { seedSubname } from '../../support/entities/subnames.ts'
import { addressCall, encodeLookup } from '../../support/gateway/client.ts'
import { lookupPath, setSharedMaxAge } from '../../support/gateway/shared-caches.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const exposed =
  'payment-required, payment-response, payment-receipt, www-authenticate, retry-after, etag, idempotent-replayed, ratelimit, ratelimit-policy, x-next-cursor, x-is-caught-up, x-request-id'
const ofShared = 'public, s-maxage=60, max-age=0, must-revalidate, stale-while-revalidate=0, stale-if-error=0'

const success = ['content-type: application/json', 'access-control-allow-origin: *', 'content-length: <n>']
const failure = [
  ...success,
  ...['cache-control: no-store', `access-control-expose-headers: ${exposed}`, 'x-request-id: test'],
]
const keptAlive = ['Date: <date>', 'Connection: keep-alive', 'Keep-Alive: timeout=72']
const closed = ['Date: <date>', 'Connection: close']

describeOnEachService('Responses of the gateway, byte by byte', (service) => {
  /** What arrives until the service closes the connection. */
  const exchange = async (...requests: readonly (readonly string[])[]) => {
    const { hostname, port } = new URL(service().url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(requests.map((lines) => `${lines.join('\r\n')}\r\n\r\n`).join(''))
    return text(socket)
  }
  const maskHead = (head: string) =>
    head
      .replace(/Date: .{29}/, 'Date: <date>')
      .replace(/content-length: \d+/, 'content-length: <n>')
      .replace(/etag: "[\w-]{43}"/, 'etag: <etag>')
  const headOf = (received: string) => maskHead(received.slice(0, received.indexOf('\r\n\r\n'))).split('\r\n')
  const lengthOf = (received: string) => Number(/content-length: (\d+)/.exec(received)?.[1])

  const seedTarget = async (sharedMaxAge?: number) => {
    const domain = await service().onboard()
    if (sharedMaxAge !== undefined) await setSharedMaxAge(service(), domain, sharedMaxAge)
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    return lookupPath(service().resolvers[1]['chain-bound'], encodeLookup(name, addressCall(name)))
  }
  const get = (target: string, ...more: readonly string[]) => [`GET ${target} HTTP/1.1`, 'Host: a', ...more]
  const close = 'Connection: close'

  it('200, the same at the first request and at each repetition, pipelined on one connection', async () => {
    const target = await seedTarget()
    const requests = [get(target), get(target), get(target), get(target), get(target, close)]
    const received = await exchange(...requests)
    const [first = ''] = received.split(/(?<=\})(?=HTTP)/)
    expect(headOf(first)).toEqual(['HTTP/1.1 200 OK', ...success, 'cache-control: no-store', ...keptAlive])
    const body = first.slice(first.indexOf('\r\n\r\n') + 4)
    expect(body).toMatch(/^\{"data":"0x[\da-f]+"\}$/)
    expect(lengthOf(first)).toBe(body.length)
    const last = first.replace('Connection: keep-alive\r\nKeep-Alive: timeout=72', 'Connection: close')
    const masked = (all: string) => all.replace(/Date: .{29}/g, 'Date: <date>')
    expect(masked(received)).toBe(masked(first.repeat(4) + last))
  })

  it('200 without a body for HEAD, and with the connection closed for HTTP/1.0', async () => {
    const target = await seedTarget()
    for (const _ of ['the first request', 'a repetition']) {
      const forHead = await exchange([`HEAD ${target} HTTP/1.1`, 'Host: a', close])
      expect(headOf(forHead)).toEqual(['HTTP/1.1 200 OK', ...success, 'cache-control: no-store', ...closed])
      expect(forHead).toMatch(/\r\n\r\n$/)
      const forOld = await exchange([`GET ${target} HTTP/1.0`])
      expect(headOf(forOld)).toEqual(['HTTP/1.1 200 OK', ...success, 'cache-control: no-store', ...closed])
      expect(lengthOf(forOld)).toBe(lengthOf(forHead))
    }
  })

  it('200 and 304 of a domain with shared caches', async () => {
    const target = await seedTarget(60)
    const caching = [`cache-control: ${ofShared}`, 'etag: <etag>']
    for (const _ of ['the first request', 'a repetition']) {
      const received = await exchange(get(target, close))
      expect(headOf(received)).toEqual(['HTTP/1.1 200 OK', ...success, ...caching, ...closed])
      const etag = /etag: (.*)\r/.exec(received)?.[1] ?? ''
      const unmodified = await exchange(get(target, `If-None-Match: ${etag}`, close))
      expect(headOf(unmodified)).toEqual([
        ...['HTTP/1.1 304 Not Modified', 'access-control-allow-origin: *'],
        ...[...caching, ...closed],
      ])
    }
  })

  it.each([
    ['400 Bad Request', (target: string) => `${target.slice(0, target.lastIndexOf('/'))}/0x7`],
    ['400 Bad Request', (target: string) => target.replace('.json', '%zz')],
    ['404 Not Found', (target: string) => target.replace('/ccip/', '/ccip/none')],
  ])('%s, the same at each repetition', async (status, changeTarget) => {
    const target = changeTarget(await seedTarget())
    const request = get(target, 'x-request-id: test')
    const received = await exchange(request, request, [...request, close])
    const responses = received.split(/(?<=\})(?=HTTP)/)
    expect(responses.map(headOf)).toEqual(
      [keptAlive, keptAlive, closed].map((connection) => [`HTTP/1.1 ${status}`, ...failure, ...connection]),
    )
  })

  it('another method, and another path, of a target that was looked up is left to the framework', async () => {
    const target = await seedTarget()
    await exchange(get(target, close))
    for (const method of ['PUT', 'DELETE', 'POST'])
      expect(await exchange([`${method} ${target} HTTP/1.1`, 'Host: a', 'Content-Length: 0', close])).toMatch(
        /^HTTP\/1\.1 40[45] /,
      )
    expect(await exchange(get(`${target}/`, close))).toMatch(/^HTTP\/1\.1 404 /)
  })
})
