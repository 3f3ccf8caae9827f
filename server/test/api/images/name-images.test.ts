import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { blockOrDelete, seedReservation, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { blackPng } from '../../support/media/png.ts'
import { createForm, frames, randomImage, uploadedUrl } from '../../support/media/uploads.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

/** A server of images, by path, that counts its requests. */
let server: TestServer
/** Long enough for an image of five megabytes while other tests run. */
const imageTimeoutMs = 2000

let service: TestService
const allowedOrigins = new Set<string>()
const answers = new Map<string, (response: ServerResponse) => void>()
const requests = new Map<string, number>()

beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    const path = request.url ?? ''
    requests.set(path, (requests.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  const origin = new URL(server.url).origin
  allowedOrigins.add(origin)
  service = await startTestService(
    undefined,
    { IPFS_GATEWAY_URL: `${origin}/gateway` },
    { outboundAllowedOrigins: allowedOrigins, imageTimeoutMs },
  )
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

let count = 0
function serve(path: string, answer: (response: ServerResponse) => void): string {
  answers.set(path, answer)
  return server.url + path.slice(1)
}
function serveBytes(bytes: Uint8Array, type = 'image/png'): string {
  return serve(`/${count++}.png`, (response) => response.setHeader('content-type', type).end(bytes))
}

/** A new name whose avatar, or banner, is `value`. */
async function createName(value: string, key = 'avatar'): Promise<string> {
  const label = `i${count++}`
  const { address } = createWallet()
  await seedSubname(service, service.demo[1], label, {
    addresses: [{ coinType: 60, address }],
    text: [{ key, value }],
  })
  return `${label}.demo.eth`
}

function get(name: string, query = '', image = 'avatar', headers: Record<string, string> = {}) {
  return fetch(`${service.url}/byname/v1/names/${name}/${image}?chainId=1${query}`, { headers })
}

async function readMetadata(response: Response) {
  expect(response.status, response.ok ? '' : await response.clone().text()).toBe(200)
  return sharp(Buffer.from(await response.arrayBuffer())).metadata()
}

async function expectFailure(response: Response, status: number, error: string | RegExp) {
  const { result } = (await response.json()) as { result: { error: string } }
  expect({ status: response.status, error: result.error }).toEqual({
    status,
    error: expect.stringMatching(error),
  })
}

const photo = () => randomImage(300, 200).png().toBuffer()

describe('GET /byname/v1/names/{name}/avatar', () => {
  it('200 with webp of the size that is asked for, and headers by which it runs nothing', async () => {
    const name = await createName(serveBytes(await photo()))
    const response = await get(name, '&size=100')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}/),
    })
    expect(await readMetadata(response)).toMatchObject({ format: 'webp', width: 128, height: 85 })
    expect(await readMetadata(await get(name))).toMatchObject({ width: 256, height: 171 })
    expect(await readMetadata(await get(name, '&size=1536'))).toMatchObject({ width: 300, height: 200 })
  })

  it('304 with the ETag of the image', async () => {
    const name = await createName(serveBytes(await photo()))
    const etag = (await get(name)).headers.get('etag') ?? ''
    const again = await get(name, '', 'avatar', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('rule: a version gives the image another URL, and reads it no second time', async () => {
    const name = await createName(serveBytes(await photo()))
    const path = `/${count - 2}.png`
    for (const query of ['', '&version=', '&version=1', `&version=${encodeURIComponent('W/"a"')}`])
      expect((await get(name, query)).status).toBe(200)
    expect(requests.get(path)).toBe(1)
    await expectFailure(await get(name, `&version=${'a'.repeat(101)}`), 400, 'version')
    await expectFailure(await get(name, '&v=1'), 400, 'v: is not known')
  })

  it('rule: concurrent and later requests read the image once', async () => {
    const name = await createName(serveBytes(await photo()))
    const path = `/${count - 2}.png`
    const all = await Promise.all(Array.from({ length: 8 }, () => get(name)))
    for (const response of [...all, await get(name)]) await readMetadata(response)
    expect(requests.get(path)).toBe(1)
  })

  it.each([
    ['jpeg', () => randomImage().jpeg().toBuffer()],
    ['webp', () => randomImage().webp().toBuffer()],
    ['avif', () => randomImage().avif().toBuffer()],
    [
      'gif',
      async () =>
        sharp(await frames(3), { join: { animated: true } })
          .gif()
          .toBuffer(),
    ],
  ] as const)('200 for %s, whatever type the server declares', async (_, encode) => {
    const name = await createName(serveBytes(await encode(), 'text/html'))
    const { format, pages = 1 } = await readMetadata(await get(name))
    expect({ format, pages }).toEqual({ format: 'webp', pages: 1 })
  })

  it('200 for data in the record, for IPFS through the gateway, and behind three redirects', async () => {
    const small = await randomImage(20, 10).png().toBuffer()
    const data = await createName(`data:image/png;base64,${small.toString('base64')}`)
    expect(await readMetadata(await get(data))).toMatchObject({ width: 20, height: 10 })
    const cid = 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
    serve(`/gateway/ipfs/${cid}/1.png`, (response) => response.end(small))
    expect(await readMetadata(await get(await createName(`ipfs://${cid}/1.png`)))).toMatchObject({
      width: 20,
    })
    const steps = ['/a', '/b', '/c', '/d']
    for (const [index, path] of steps.entries())
      serve(path, (response) => {
        if (index === 3) response.end(small)
        else response.writeHead(302, { location: steps[index + 1] ?? '' }).end()
      })
    expect(await readMetadata(await get(await createName(`${server.url}a`)))).toMatchObject({ width: 20 })
  })

  it('200 for uploads of a name and of a domain, without a request to this service', async () => {
    const domain = await service.onboard()
    const headers = { 'x-api-key': service.key }
    for (const type of ['avatar', 'banner']) {
      const path = `/ens/v1/ens/upload-to-cdn?ensId=${domain.id}&type=${type}`
      uploadedUrl(await service.call('POST', path, { headers, body: createForm(await photo()) }))
      expect(await readMetadata(await get(domain.name, '', type))).toMatchObject({ format: 'webp' })
    }
    const { avatar, banner } = dataOf<{ avatar: string; banner: string }>(
      await service.call('GET', `/byname/v1/domains/${domain.name}/page?chainId=1`),
    )
    for (const url of [avatar, banner]) await readMetadata(await fetch(url))
  })

  it('404 without the record, for a reservation, another chain, a blocked domain and what is no image URL', async () => {
    const value = serveBytes(await photo())
    const name = await createName(value)
    await expectFailure(await get(name, '', 'banner'), 404, /^NotFoundException: .* header/)
    await expectFailure(await get('absent.demo.eth'), 404, /^SubnameNotFoundException/)
    await expectFailure(
      await fetch(`${service.url}/byname/v1/names/${name}/avatar?chainId=11155111`),
      404,
      /^SubnameNotFoundException/,
    )
    for (const wrong of [
      'eip155:1/erc721:0x06012c8cf97bead5deae237070f9587f8e7a266d/1',
      'me.png',
      'file:///etc/passwd',
    ])
      await expectFailure(await get(await createName(wrong)), 404, /^NotFoundException/)
    const domain = await service.onboard()
    await seedReservation(service, domain, 'bob', createWallet().address)
    await expectFailure(await get(`bob.${domain.name}`), 404, /^NotFoundException/)
    await blockOrDelete(service, domain, 'blocked')
    await expectFailure(await get(domain.name), 404, /^SubnameNotFoundException/)
  })

  it.each(['0', '1537', '-1', 'large', '12.5'])('400 for the size %s', async (size) => {
    await expectFailure(await get('alice.demo.eth', `&size=${size}`), 400, /^BadRequestException: size/)
  })
})

describe('Hostile images', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

  it.each([
    [
      'an SVG with a script',
      async () => serveBytes(Buffer.from(svg), 'image/svg+xml'),
      /Unsupported image format/,
    ],
    ['an SVG as data', async () => `data:image/svg+xml;base64,${btoa(svg)}`, /names no image/],
    ['HTML', async () => serveBytes(Buffer.from('<html><script>alert(1)</script></html>')), /Unsupported/],
    ['an empty response', async () => serveBytes(Buffer.alloc(0)), /Unsupported/],
    ['a bomb of 10^9 pixels', async () => serveBytes(blackPng(16_000, 62_500)), /megapixels/],
    ['a bomb of one long side', async () => serveBytes(blackPng(100_000, 2)), /megapixels/],
    ['a truncated image', async () => serveBytes((await photo()).subarray(0, 50_000)), /broken/],
    ['more than 5 MiB', async () => serveBytes(Buffer.alloc(5_242_881)), /more than 5242880 bytes/],
    ['HTTP 500', async () => serve(`/${count++}`, (response) => response.writeHead(500).end()), /HTTP 500/],
    [
      'a redirect without a location',
      async () => serve(`/${count++}`, (response) => response.writeHead(302).end()),
      /HTTP 302/,
    ],
    [
      'a closed connection',
      async () => serve(`/${count++}`, (response) => response.destroy()),
      /cannot be reached/,
    ],
  ])('rule: %s is not passed on', async (_, create, reason) => {
    const response = await get(await createName(await create()))
    expect([404, 502]).toContain(response.status)
    await expectFailure(response, response.status, reason)
  })

  it.each([
    'https://127.0.0.1/a.png',
    'https://localhost/a.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/a.png',
    'https://10.0.0.1/a.png',
    'https://user:password@example.com/a.png',
    'http://example.com/a.png',
  ])('502 for %s, without a request', async (url) => {
    await expectFailure(
      await get(await createName(url)),
      502,
      /^UpstreamException: The server of the image has/,
    )
  })

  it.each([
    'http://127.0.0.1:1/a.png',
    'https://10.0.0.1/a.png',
    'file:///etc/passwd',
    'gopher://example.com/',
  ])('502 for a redirect to %s', async (location) => {
    const url = serve(`/${count++}`, (response) => response.writeHead(302, { location }).end())
    await expectFailure(
      await get(await createName(url)),
      502,
      /^UpstreamException: The server of the image has/,
    )
  })

  it('502 for an endless chain of redirects, after four requests', async () => {
    const path = `/${count++}`
    const url = serve(path, (response) => response.writeHead(302, { location: path }).end())
    await expectFailure(await get(await createName(url)), 502, /redirects/)
    expect(requests.get(path)).toBe(4)
  })

  it('502 for an endless body, which is cut off', async () => {
    let closed: Promise<unknown> | undefined
    const url = serve(`/${count++}`, (response) => {
      closed = once(response, 'close')
      const fill = () => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', fill)
      fill()
    })
    await expectFailure(await get(await createName(url)), 502, /more than 5242880 bytes/)
    await closed
  })

  it.each([
    ['that sends nothing', () => {}],
    ['whose body stops', (response: ServerResponse) => void response.write('\x89PNG')],
  ])('504 for a server %s', async (_, answer) => {
    const name = await createName(serve(`/${count++}`, answer))
    await expectFailure(
      await get(name),
      504,
      /^UpstreamTimeoutException: The server of the image did not answer/,
    )
  })

  it('504 for redirects that take too long together', async () => {
    const path = `/${count++}`
    const url = serve(path, (response) => {
      setTimeout(() => response.writeHead(302, { location: path }).end(), imageTimeoutMs * 0.4)
    })
    await expectFailure(await get(await createName(url)), 504, /^UpstreamTimeoutException/)
  })

  it('rule: an image that a name of this software points to in a circle ends with 502', async () => {
    const name = `circle${count++}.demo.eth`
    allowedOrigins.add(new URL(service.url).origin)
    const value = `${service.url}/byname/v1/names/${name}/avatar?chainId=1`
    await seedSubname(service, service.demo[1], name.split('.')[0] ?? '', {
      addresses: [{ coinType: 60, address: createWallet().address }],
      text: [{ key: 'avatar', value }],
    })
    await expectFailure(await get(name), 502, /answered HTTP 502/)
    const other = await createName(serveBytes(await photo()))
    const looped = await get(other, '', 'avatar', { 'cdn-loop': 'byname' })
    await expectFailure(looped, 502, /another service of this software/)
    await readMetadata(await get(other))
  })

  it('rule: a failure is not requested again for a minute', async () => {
    const path = `/${count++}`
    const url = serve(path, (response) => response.writeHead(503).end())
    const name = await createName(url)
    for (let index = 0; index < 3; index++) await expectFailure(await get(name), 502, /HTTP 503/)
    expect(requests.get(path)).toBe(1)
  })
})
