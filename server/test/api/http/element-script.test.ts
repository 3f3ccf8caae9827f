import { expect, it } from 'vitest'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

/** Of gzip, before a wallet is opened. */
const maxBytes = 25_000

describeService('The script of the elements for other sites', (service) => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(service().url + path, { headers: { origin: 'https://acme.example', ...headers } })

  it('a page of any site may run it; it is kept for a minute, and not sent again', async () => {
    const response = await get('/embed.js')
    const etag = response.headers.get('etag') ?? ''
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    await response.body?.cancel()
    for (const known of [etag, `"older", W/${etag}`, '*']) {
      const again = await get('/embed.js', { 'if-none-match': known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
  })

  it('rule: in every language, what a page loads before a wallet is opened is at most 25 kB of gzip', async () => {
    const script = await (await get('/embed.js')).text()
    const sizes = new Map<string, number>()
    const measure = async (path: string): Promise<void> => {
      if (sizes.has(path)) return
      const response = await get(path, { 'accept-encoding': 'gzip' })
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
      })
      sizes.set(path, Number(response.headers.get('content-length')))
      for (const [, file] of (await response.text()).matchAll(/\bfrom ?"\.(\/[^"]+)"/g))
        await measure(`/_/assets${file}`)
    }
    for (const [, path = ''] of script.matchAll(/"\.(\/_\/assets\/[^"]+)"/g)) await measure(path)
    const common = [...sizes.values()].reduce((sum, size) => sum + size, script.length)
    const messages = Array.from(script.matchAll(/"\w+":"(\/_\/assets\/[^"]+)"/g), ([, path = '']) => path)
    expect(messages).toHaveLength(10)
    for (const path of messages) await measure(path)
    const all = [...sizes.values()].reduce((sum, size) => sum + size, script.length)
    const shared = all - common - messages.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
    const largest = common + shared + Math.max(...messages.map((path) => sizes.get(path) ?? 0))
    process.stdout.write(`/embed.js: ${(largest / 1000).toFixed(1)} kB of gzip script\n`)
    expect(largest).toBeGreaterThan(common)
    expect(largest).toBeLessThanOrEqual(maxBytes)
  })
})

describeService(
  'The page of a domain, asked about a site',
  (service) => {
    const isAllowed = async (name: string, site: string) => {
      const path = `/byname/v1/domains/${name}/page?chainId=1&site=${encodeURIComponent(site)}`
      return dataOf<{ isSiteAllowed: boolean }>(await service().call('GET', path)).isSiteAllowed
    }

    it('says whether claims may be signed there: at allowed origins and this service', async () => {
      const { name } = await service().onboard()
      expect(await isAllowed(name, 'https://acme.example')).toBe(false)
      const body = { allowedOrigins: ['https://acme.example', '*.shop.example'] }
      const headers = { 'x-api-key': service().key }
      dataOf(await service().call('PATCH', `/byname/v1/domains/${name}?chainId=1`, { headers, body }))
      for (const [site, expected] of [
        ['https://acme.example', true],
        ['http://acme.example', false],
        ['https://acme.example:8443', false],
        ['https://eu.shop.example', true],
        ['https://names.example', true],
        ['https://other.example', false],
      ] as const)
        expect([site, await isAllowed(name, site)]).toEqual([site, expected])
      const page = await service().call('GET', `/byname/v1/domains/${name}/page?chainId=1`)
      expect(dataOf<object>(page)).not.toHaveProperty('isSiteAllowed')
    })

    it.each(['acme.example', 'https://acme.example/', 'https://acme.example/path', 'file://', 'null', 'x'])(
      '400 for %s, which is no origin of a page',
      async (site) => {
        const { name } = await service().onboard()
        const path = `/byname/v1/domains/${name}/page?chainId=1&site=${encodeURIComponent(site)}`
        expectError(await service().call('GET', path), 400, 'BadRequestException')
      },
    )
  },
  { settings: { PUBLIC_URL: 'https://names.example' } },
)
