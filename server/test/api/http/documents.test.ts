import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { setPolicy } from '../../support/entities/policies.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { describeService } from '../../support/service/describe-service.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describeService(
  'Pages',
  (service) => {
    const get = (path: string, headers: Readonly<Record<string, string>> = html) =>
      fetch(service().url + path, { headers, redirect: 'manual' })

    /** Of a document: with the hash of each style and script that is in it, and of no other. */
    const policyOf = (document: string, frames: string, ancestors: string) => {
      const hashesOf = (element: 'style' | 'script') =>
        [...document.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
          .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
          .join('')
      return (
        `default-src 'none'; script-src 'self'${hashesOf('script')}; style-src 'self'${hashesOf('style')}; ` +
        `img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; ${frames}base-uri 'none'; ` +
        `form-action 'self'; frame-ancestors ${ancestors}`
      )
    }

    test.each(['/', '/claim/demo.eth', '/n/absent.demo.eth', '/me', '/console', '/console/a/b'])(
      'rule: %s allows no foreign code, no inline code but its own by a hash, and no frame',
      async (path) => {
        const response = await get(path)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'private, no-cache',
          'content-security-policy': policyOf(
            await response.text(),
            path.startsWith('/console') ? "frame-src 'self'; " : '',
            "'none'",
          ),
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
          'referrer-policy': 'strict-origin-when-cross-origin',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        })
      },
    )

    test('attack: texts of a URL are in a frame of the console alone, and only those that could be saved', async () => {
      const branding = {
        ...{ accent: 'red;}', title: 'Typed <b>', words: 'x'.repeat(2001) },
        links: [{ title: 'a', url: 'javascript:alert(1)' }],
      }
      const path = `/preview/claim/demo.eth?chainId=1&branding=${encodeURIComponent(JSON.stringify(branding))}`
      const frame = { ...html, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
      for (const headers of [
        html,
        { ...frame, 'sec-fetch-site': 'cross-site' },
        { ...frame, 'sec-fetch-site': 'same-site' },
        { ...frame, 'sec-fetch-dest': 'document' },
      ]) {
        const { status, headers: answered } = await get(path, headers)
        expect([status, answered.get('location')]).toEqual([302, '/claim/demo.eth?chainId=1'])
      }
      const shown = await get(path, frame)
      const text = await shown.text()
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-security-policy': policyOf(text, '', "'self'"),
        'x-frame-options': 'SAMEORIGIN',
      })
      expect(text).toContain('Typed &lt;b&gt;')
      for (const refused of ['red;}', 'xxxxxxxx', 'javascript:']) expect(text).not.toContain(refused)
      for (const broken of ['{', '[]', '{"title":5}', ''])
        expect(
          (await get(`/preview/claim/demo.eth?branding=${encodeURIComponent(broken)}`, frame)).status,
        ).toBe(200)
      expect((await get('/preview/claim/missing.eth', frame)).status).toBe(404)
    })

    test.each([
      ['br', 'gzip, deflate, br, zstd'],
      ['br', 'br;q=0.2, gzip'],
      ['br', '*'],
      ['gzip', 'gzip, br;q=0'],
      ['gzip', 'GZIP'],
      [null, ''],
      [null, 'identity'],
      [null, 'br;q=0, gzip;q=0'],
      [null, 'zstd, ,;;q='],
      [null, `br,${'x'.repeat(500)}`],
    ])('a document is encoded as %s for Accept-Encoding: %s', async (coding, accepted) => {
      const plain = await getWithHeaders(`${service().url}/claim/demo.eth`, html)
      const { headers, bytes } = await getWithHeaders(`${service().url}/claim/demo.eth`, {
        ...html,
        'accept-encoding': accepted,
      })
      expect(headers['content-encoding'] ?? null).toBe(coding)
      expect(headers.vary).toContain('accept-encoding')
      const decode = coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : Buffer.from
      expect(decode(bytes).equals(plain.bytes)).toBe(true)
      if (coding) expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
    })

    test('GET / is the operation for programs and the page for browsers', async () => {
      expect((await get('/', { accept: '*/*' })).headers.get('content-type')).toContain('application/json')
      expect((await get('/', {})).headers.get('content-type')).toContain('application/json')
      const page = await get('/')
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.headers.get('vary')).toContain('accept')
    })

    test('files have hashed names, are immutable and sent compressed', async () => {
      const document = await (await get('/me')).text()
      const path = /src="(\/_\/assets\/[^"]+)"/.exec(document)?.[1] ?? ''
      for (const encoding of ['br', 'gzip']) {
        const response = await get(path, { 'accept-encoding': encoding })
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-encoding': encoding,
          'content-type': 'application/javascript; charset=utf-8',
          'x-content-type-options': 'nosniff',
        })
        await response.body?.cancel()
      }
    })

    test.each([
      '/_/assets/absent.js',
      '/_/assets/..%2f..%2fmanifest.json',
      '/_/assets/%2e%2e/manifest.json',
      '/_/manifest.json',
      '/_/accent/zzzzzz.css',
      '/_/accent/1a56db.css/x',
      '/byname/v1/absent',
      '/ens/absent',
      '/ccip/absent/x/y/z',
    ])('%s is a 404 in JSON', async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
    })

    test.each([
      ['/claim', 404],
      ['/consoles', 404],
      ['/claim/demo.eth/x', 404],
      ['/claim/absent.eth', 404],
      ['/n/absent.demo.eth', 404],
      ['/claim/demo.eth?chainId=1234', 400],
      ['/claim/..%2f..%2fetc%2fpasswd', 400],
      ['/claim/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 400],
      ['/n/%00', 400],
    ])('%s is a page with the status %i', async (path, status) => {
      const response = await get(path)
      const document = await response.text()
      expect(response.status).toBe(status)
      expect(document).toContain('<h1')
      expect(document).toContain('<meta name="robots" content="noindex">')
      expect(document).not.toContain('<script>alert')
    })

    test('the pages of a blocked domain say that it is blocked, and nothing of its names', async () => {
      const { context, onboard } = service()
      const domain = await onboard()
      const { ens } = await seedSubname(service(), domain, 'alice')
      await context.store.transaction((tx) =>
        tx.updateTable('domains').set({ isBlocked: true }).where('id', '=', domain.id).execute(),
      )
      for (const path of [
        `/claim/${domain.name}`,
        `/n/${domain.name}`,
        `/n/${ens}`,
        `/n/free.${domain.name}`,
      ]) {
        const response = await get(path)
        expect(response.status).toBe(404)
        expect(await response.text()).toContain(`has blocked ${domain.name}: its names lead nowhere`)
      }
    })

    test('the page of a name that cannot be claimed gives the reason, on the chain where one can', async () => {
      const domain = await service().onboard()
      expect(await (await get(`/n/free.${domain.name}`)).text()).toContain(
        `Names of ${domain.name} cannot be claimed.`,
      )
      await setPolicy(service(), domain, { claims: 'open', minLength: 5 })
      expect(await (await get(`/n/free.${domain.name}`)).text()).toContain('has at least 5 characters.')
      expect(await (await get(`/n/vacant.${domain.name}`)).text()).toContain(
        `href="/claim/${domain.name}?chainId=1&amp;label=vacant"`,
      )
    })

    test('every path of the console is the same document', async () => {
      const [start, deep] = await Promise.all(
        ['/console', '/console/domains/1/demo.eth/names?search=%3Cscript%3E'].map(async (path) =>
          (await get(path)).text(),
        ),
      )
      expect(deep).toBe(start)
      expect(start).toContain('<script type="module" src="/_/assets/console-')
      expect(start).toContain('<meta name="robots" content="noindex">')
      expect(await (await get('/console', { ...html, cookie: 'theme=dark' })).text()).toContain(
        '<html lang="en" data-theme="dark">',
      )
    })

    test('POST /console/x is a 404 in JSON', async () => {
      const response = await fetch(`${service().url}/console/x`, { method: 'POST', headers: html })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
    })

    test('the page of a domain is its claim page', async () => {
      const response = await get('/n/DEMO.eth')
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('/claim/demo.eth?chainId=1')
    })

    test("an owner's words stay text in the title, the previews and the data", async () => {
      const words = `</title></script><script>alert("1")</script><!--hidden $& '`
      const { key } = service()
      const changed = await service().call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', {
        headers: { 'x-api-key': key },
        body: { branding: { title: '</title><script>', words, accent: '#1a56db', links: [] } },
      })
      expect(changed.body).toMatchObject({ statusCode: 200, result: { error: null } })
      const document = await (await get('/claim/demo.eth')).text()
      // The one within the document, that of the claim page, the entry and the data.
      expect(document.match(/<script/g)).toHaveLength(4)
      expect(document.match(/<\/script>/g)).toHaveLength(4)
      expect(document).not.toContain('<!--hidden')
      expect(document.match(/<\/title>/g)).toHaveLength(1)
      expect(document).toMatch(/<style>:root:root\{--accent:light-dark\(#1a56db,/)
      const accent = await get('/_/accent/1a56db.css')
      expect(await accent.text()).toMatch(/--accent:light-dark\(#1a56db,#[0-9a-f]{6}\)/)
    })

    test('URLs for previews are those of PUBLIC_URL, whatever Host a request has', async () => {
      const { ens } = await seedSubname(service(), service().demo[1], 'preview')
      const document = await getWithHost(`${service().url}/n/${ens}`, 'evil.example')
      expect(document).toContain(`<meta property="og:url" content="https://names.example/n/${ens}">`)
      expect(document).toContain(`<link rel="canonical" href="https://names.example/n/${ens}">`)
      expect(document).not.toContain('evil.example')
    })

    test('the chosen theme is in the document; other values of the cookie are not', async () => {
      expect(await (await get('/me', { ...html, cookie: 'a=b; theme=dark' })).text()).toContain(
        '<html lang="en" data-theme="dark">',
      )
      expect(await (await get('/me', { ...html, cookie: 'theme="><script>' })).text()).toContain(
        '<html lang="en">',
      )
    })
  },
  { settings: { PUBLIC_URL: 'https://names.example' } },
)

/** `fetch` sets the header Host itself. */
async function getWithHost(url: string, host: string): Promise<string> {
  const { bytes } = await getWithHeaders(url, { ...html, host })
  return bytes.toString()
}

/** The body as it comes. */
async function getWithHeaders(url: string, headers: Readonly<Record<string, string>>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end()
  })
  return { headers: response.headers, bytes: await buffer(response) }
}
