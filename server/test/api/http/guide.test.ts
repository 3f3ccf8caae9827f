import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { Client } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { expectError } from '../../support/http/api-client.ts'
import { type Crawl, crawl } from '../../support/http/crawl.ts'
import { pathOf } from '../../support/project-files.ts'
import { describeService } from '../../support/service/describe-service.ts'

const html = { accept: 'text/html,*/*;q=0.8' }

describeService('The guide', (service) => {
  const get = (path: string, headers: Readonly<Record<string, string>> = html) =>
    fetch(service().url + path, { headers, redirect: 'manual' })

  let crawled: Promise<Crawl> | undefined
  const crawlService = () => {
    crawled ??= crawl(`${service().url}/guide/`)
    return crawled
  }

  test('every link and anchor leads somewhere, and to each page of docs', async () => {
    const { documents, broken } = await crawlService()
    const pages = globSync('**/*.md', { cwd: pathOf('docs') })
    const paths = pages.map((page) => page.replace(/(?:^|\/)README\.md$|\.md$/, '').toLowerCase())
    expect(broken).toEqual([])
    expect(documents).toEqual(
      expect.arrayContaining(['/guide/start/', ...paths.map((path) => `/guide/${path && `${path}/`}`)]),
    )
    expect(paths.length).toBeGreaterThan(50)
  })

  test('the page of the decisions lists them', async () => {
    const { texts } = await crawlService()
    const [, article = ''] = texts.get('/guide/decisions/')?.split('<article>') ?? []
    expect(article.split('</article>')[0]).toContain('<a href="0008-payments/">payments</a>')
  })

  test('rule: a page has no inline script or style, one title of the first level, and says for whom it is', async () => {
    const { texts } = await crawlService()
    for (const [path, text] of texts) {
      expect(text.match(/ style=| on\w+="|<style|<script(?![^>]* src=)/g), path).toBeNull()
      expect(text.match(/<h1/g), path).toHaveLength(1)
      expect(text, path).toMatch(/<p class="audience"><em>For \w+/)
      for (const [image] of text.matchAll(/<img [^>]*>/g))
        expect(image, path).toMatch(/alt="[^"]+" width="\d+" height="\d+" loading="lazy"/)
    }
  })

  test('a page is sent compressed, and not again while it is unchanged', async () => {
    const page = await get('/guide/policies/', { ...html, 'accept-encoding': 'br' })
    const etag = page.headers.get('etag') ?? ''
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      ),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    expect(Number(page.headers.get('content-length'))).toBeLessThan(12_000)
    expect((await get('/guide/policies/', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(
      304,
    )
    const whole = await get('/guide/policies/', { 'accept-encoding': 'identity', 'if-none-match': etag })
    expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, null])
    const head = await fetch(`${service().url}/guide/policies/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('files have hashed names and are immutable', async () => {
    const text = await (await get('/guide/')).text()
    const paths = Array.from(text.matchAll(/"(assets\/[^"]+)"/g), ([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(4)
    for (const path of paths) {
      const response = await get(`/guide/${path}`)
      expect([path, response.headers.get('cache-control')]).toEqual([
        path,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('a path without its last slash leads to the one with it', async () => {
    for (const [path, location] of [
      ['/guide', 'guide/'],
      ['/guide/policies', 'policies/'],
      ['/guide/operating/install', 'install/'],
    ] as const) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 302, location])
    }
  })

  test('404 with a page of the guide for people, and in the envelope for programs', async () => {
    const page = await get('/guide/a/b')
    expect(page.status).toBe(404)
    const text = await page.text()
    expect(text).toContain('<h1>Page not found</h1>')
    for (const [, path = ''] of text.matchAll(/(?:href|src)="(\/guide\/assets[^"]+)"/g))
      expect((await get(path)).status, path).toBe(200)
    expectError(await service().call('GET', '/guide/a/b'), 404, 'NotFoundException')
  })

  test.each([
    '/guide/../files.json',
    '/guide/%2e%2e/files.json',
    '/guide/..%2ffiles.json',
    '/guide//policies/',
    '/guide/files.json',
    '/guide/policies/index.html.br',
    '/guide/__proto__',
    '/guide/constructor',
  ])('attack: %s is 404', async (path) => {
    // Other clients resolve the dots themselves.
    const client = new Client(service().url)
    const { statusCode, body } = await client.request({ path, method: 'GET', headers: html })
    await body.dump()
    await client.close()
    expect(statusCode).toBe(404)
  })

  test('each page is Markdown too, with links to the Markdown of others', async () => {
    const response = await get('/guide/policies.md')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^# Policies\n\n\*For /)
    const links = Array.from(text.matchAll(/\]\(([^)#\s]+\.md)/g), ([, link = '']) => link)
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) expect((await fetch(new URL(link, response.url))).status, link).toBe(200)
  })

  test.each(['llms.txt', 'llms-full.txt'])('/guide/%s leads to the file', async (file) => {
    const response = await fetch(`${service().url}/guide/${file}`)
    expect([response.status, response.url]).toEqual([200, `${service().url}/${file}`])
    await response.body?.cancel()
  })

  test('/llms.txt has a title, a summary and sections with links to Markdown', async () => {
    const response = await get('/llms.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^# Byname\n\n> Byname issues names .+\n\n## Start\n\n- \[/)
    const urls = Array.from(text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): ./gm), ([, url = '']) => url)
    expect(urls.length).toBeGreaterThan(30)
    for (const url of urls) {
      expect(url.startsWith(`${service().url}/`), url).toBe(true)
      const found = await fetch(url)
      await found.body?.cancel()
      expect(found.status, url).toBe(200)
    }
  })

  test('npm run docs writes files whose links hold below any path, with the reader beside them', async () => {
    const folder = await temporaryFolder()
    const run = promisify(execFile)
    await run(execPath, [pathOf('server/scripts/write-docs.ts'), `${folder}/some/path`, '/some/path/'])
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(fastifyStatic, { root: folder })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const { documents, broken } = await crawl(`${url}/some/path/`)
    expect(broken).toEqual([])
    expect(documents).toHaveLength((await crawlService()).documents.length + 2)
    expect(documents).toEqual(expect.arrayContaining(['/some/path/', '/some/path/docs/']))
    const missing = await (await fetch(`${url}/some/path/404.html`)).text()
    for (const [, path = ''] of missing.matchAll(/(?:href|src)="(\/[^"]+)"/g)) {
      const response = await fetch(url + path)
      await response.body?.cancel()
      expect(response.status, path).toBe(200)
    }
  })
})
