import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeService } from '../../support/service/describe-service.ts'

describeService('Files of the site', (service) => {
  const get = (path: string) => fetch(service().url + path)

  test.each([
    ['favicon.svg', 'image/svg+xml', 32],
    ['apple-touch-icon.png', 'image/png', 180],
    ['icon-192.png', 'image/png', 192],
    ['icon-512.png', 'image/png', 512],
    ['icon-maskable-512.png', 'image/png', 512],
  ])('/%s is an image of its type', async (name, type, size) => {
    const response = await get(`/${name}`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    // Media load no SVG in this process, so sharp cannot read one here.
    const { width, height } = type === 'image/svg+xml' ? new Resvg(bytes) : await sharp(bytes).metadata()
    expect([width, height]).toEqual([size, size])
  })

  test('/favicon.ico holds images of 16, 32 and 48 pixels', async () => {
    const response = await get('/favicon.ico')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toBe('image/x-icon')
    const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    const sizes = entries.map(async (entry) => {
      const start = bytes.readUInt32LE(entry + 12)
      const { width } = await sharp(bytes.subarray(start, start + bytes.readUInt32LE(entry + 8))).metadata()
      return [bytes.readUInt8(entry), width]
    })
    expect(await Promise.all(sizes)).toEqual([16, 32, 48].map((size) => [size, size]))
  })

  test('the manifest names icons that are there', async () => {
    const response = await get('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    // Safe because the test reads its own file.
    const { icons } = (await response.json()) as { readonly icons: readonly { src: string; type: string }[] }
    expect(icons.length).toBeGreaterThan(2)
    for (const { src, type } of icons) expect((await get(src)).headers.get('content-type')).toBe(type)
  })

  test('/push-worker.js is a worker of the whole origin, which handles no request and stores nothing', async () => {
    const response = await get('/push-worker.js')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    const listeners = (await response.text()).matchAll(/addEventListener\('(\w+)'/g)
    expect(Array.from(listeners, ([, type]) => type)).toEqual(['push', 'notificationclick'])
  })

  test.each(['/', '/console'])(
    'the document %s names icons, the manifest, the ground and its font',
    async (path) => {
      const response = await fetch(service().url + path, { headers: { accept: 'text/html' } })
      const head = (await response.text()).split('</head>')[0] ?? ''
      for (const tag of [
        '<link rel="icon" href="/favicon.svg"',
        '<link rel="apple-touch-icon"',
        '<link rel="manifest"',
        '<meta name="theme-color" media="(prefers-color-scheme: dark)"',
      ])
        expect(head).toContain(tag)
      const [, font = ''] =
        /<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin/.exec(head) ?? []
      const file = await get(font)
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'font/woff2',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(Number(file.headers.get('content-length'))).toBeLessThan(40_000)
    },
  )

  test('a name has a picture that runs nothing and never changes, whatever its letters', async () => {
    for (const name of [
      'alice.demo.eth',
      '🚀.demo.eth',
      'مثال.demo.eth',
      `${'a'.repeat(250)}.eth`,
      '0x00',
      '[',
    ]) {
      const response = await get(`/_/avatars/${encodeURIComponent(name)}`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(new Resvg(await response.text()).width).toBe(100)
    }
  })

  test('robots read profiles and claim pages, and neither the console nor the interface', async () => {
    const response = await get('/robots.txt')
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('User-agent: *\n')
    for (const path of ['/console', '/byname/', '/ens/', '/ccip/', '/me', '/preview/'])
      expect(text).toContain(`Disallow: ${path}\n`)
    expect(text).not.toMatch(/Disallow: \/(n|claim|)\n/)
    expect(text).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m)
  })

  test('the sitemap has the start page and the claim pages that are open', async () => {
    const { key, call } = service()
    const setClaims = async (claims: string) => {
      const options = { headers: { 'x-api-key': key }, body: { claims } }
      const { body } = await call('PATCH', '/byname/v1/domains/demo.eth/policy?chainId=1', options)
      expect(body).toMatchObject({ statusCode: 200 })
    }
    const pathsOf = async () => {
      const response = await get('/sitemap.xml')
      expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      return Array.from(
        (await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g),
        ([, url = '']) => new URL(url).pathname,
      )
    }
    await setClaims('open')
    expect(await pathsOf()).toEqual(['/', '/claim/demo.eth'])
    await setClaims('closed')
    expect(await pathsOf()).toEqual(['/'])
  })
})
