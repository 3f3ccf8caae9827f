import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readFromRoot } from '../../support/project-files.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('The reader at /docs', (service) => {
  const read = (path: string) => fetch(`${service().url}${path}`)

  it('302 from /docs to /docs/, below any path of the service', async () => {
    const { status, headers } = await fetch(`${service().url}/docs`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, 'docs/'])
  })

  it('200 with a page that loads the document of this service', async () => {
    const response = await read('/docs/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const html = await response.text()
    expect(html).toContain('../openapi.json')
    expect(html).toContain('<a href="../guide/">')
  })

  it('rule: the page loads nothing from another origin, and its policy allows nothing else', async () => {
    const response = await read('/docs/')
    const html = await response.text()
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*/)
    for (const [, text = ''] of html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g))
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  })

  it('rule: its colors are those of the pages', async () => {
    const tokens = await readFromRoot('web/src/tokens.css')
    const html = await (await read('/docs/')).text()
    const colors = html.match(/light-dark\((?:[^()]|\([^()]*\))*\)/g) ?? []
    expect(colors.length).toBeGreaterThan(10)
    expect(colors.filter((color) => !tokens.includes(color))).toEqual([])
  })

  it('rule: the contents are in the page before its script, each operation once for each of its tags', async () => {
    const html = await (await read('/docs/')).text()
    const { paths } = (await (await read('/openapi.json')).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>
    }
    const contents = html.slice(0, html.indexOf('<script'))
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { tags }] of Object.entries(operations)) {
        const line = `<code>${method.toUpperCase()} ${path}</code>`
        expect(contents.split(line).length - 1, line).toBe(tags.length)
      }
  })

  it('rule: page, script and document are sent compressed, and not again while they are unchanged', async () => {
    for (const [path, maxBytes] of [
      ['/docs/', 20_000],
      ['/docs/js/scalar.js', 1_300_000],
      ['/openapi.json', 80_000],
    ] as const) {
      const { headers, body } = await fetch(service().url + path, {
        headers: { 'accept-encoding': 'br, gzip' },
      })
      await body?.cancel()
      expect([path, headers.get('content-encoding'), headers.get('vary')]).toEqual([
        path,
        'br',
        'accept-encoding',
      ])
      expect(Number(headers.get('content-length'))).toBeLessThan(maxBytes)
      const again = await fetch(service().url + path, {
        headers: { 'accept-encoding': 'br, gzip', 'if-none-match': `${headers.get('etag')}` },
      })
      expect(again.status).toBe(304)
    }
  })

  it('200 with the script that the page names', async () => {
    const html = await (await read('/docs/')).text()
    const [, source = ''] = /<script[^>]*\bsrc="([^"]+)"/.exec(html) ?? []
    const response = await fetch(new URL(source, `${service().url}/docs/`))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect((await response.text()).length).toBeGreaterThan(1_000_000)
  })
})
