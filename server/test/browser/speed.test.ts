import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, visit } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'alice' })
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const body = { branding: { directory: 'on' } }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
})
afterAll(() => sandbox.stop())

const maxScriptBytes = 90_000

const maxFontBytes = 60_000

const maxConsoleBytes = 250_000

const paths = ['/', '/claim/demo.eth', '/n/alice.demo.eth', '/me', '/directory/demo.eth']

describeInBrowser('The size and speed of pages', (browser) => {
  test.each(paths)('rule: %s loads at most 90 kB of gzip script', async (path) => {
    const { page } = await visit(browser(), sandbox.file.url)
    let bytes = 0
    for (const url of await firstScripts(page, path)) {
      const response = await fetch(sandbox.file.url + url, { headers: { 'accept-encoding': 'gzip' } })
      bytes += Number(response.headers.get('content-length'))
      await response.body?.cancel()
    }
    process.stdout.write(`${path}: ${(bytes / 1000).toFixed(1)} kB of gzip script\n`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(maxScriptBytes)
  })

  test.each(paths)('rule: %s loads at most 60 kB of fonts', async (path) => {
    const { page } = await visit(browser(), sandbox.file.url + path)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const sizes = await page.evaluate<number[]>(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2')).map(({ encodedBodySize }) => encodedBodySize)`)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    process.stdout.write(`${path}: ${(bytes / 1000).toFixed(1)} kB of fonts\n`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(maxFontBytes)
  })

  test('rule: the first screen of the console loads at most 250 kB of compressed script', async () => {
    const { page } = await visitConsole(browser(), sandbox, '/console/domains/1/demo.eth')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const sizes = await page.evaluate<number[]>(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)`)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    process.stdout.write(`/console: ${(bytes / 1000).toFixed(1)} kB of compressed script\n`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(maxConsoleBytes)
  })

  test('the claim page on a slow phone: 4 times slower, Fast 3G (times are printed, not tested)', async () => {
    const { page } = await visit(browser(), sandbox.file.url)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.clearBrowserCache')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 562.5,
      downloadThroughput: 180_000,
      uploadThroughput: 84_375,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`${sandbox.file.url}/claim/demo.eth`, { waitUntil: 'commit' })
    await page.getByLabel('Your name').fill('slow-phone')
    const typedMs = await page.evaluate('performance.now()')
    await page.getByText('Free').waitFor()
    const answeredMs = await page.evaluate('performance.now()')
    const [paint] = await page.evaluate<number[]>(
      `performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)`,
    )
    process.stdout.write(
      `/claim/demo.eth, slow phone: painted ${seconds(paint)}, typed ${seconds(typedMs)}, answered ${seconds(answeredMs)}\n`,
    )
    expect(paint).toBeGreaterThan(0)
  })

  test('the contents of /docs are painted long before its script has arrived, at 200 kB/s', async () => {
    const { page } = await visit(browser(), sandbox.file.url)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    })
    await page.goto(`${sandbox.file.url}/docs/`)
    const paintedMs = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    )
    const arrivedMs = await page.evaluate<number>(
      `performance.getEntriesByType('resource').find(({ name }) => name.endsWith('scalar.js')).responseEnd`,
    )
    process.stdout.write(
      `/docs at 200 kB/s: painted ${seconds(paintedMs)}, script ${seconds(arrivedMs)}, ${Math.round(bytes / 1000)} kB\n`,
    )
    expect(paintedMs).toBeLessThan(arrivedMs / 2)
  })
})

/** Those that the document names: the entry and what it imports. Others are loaded on a tap. */
async function firstScripts(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(sandbox.file.url + path)
  // What is asked for once the page is there can wait.
  return page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ startTime }) => startTime <= performance.getEntriesByType('navigation')[0].loadEventStart)
    .map(({ name }) => new URL(name).pathname)
    .filter((name) => name.endsWith('.js'))`)
}

function seconds(milliseconds: unknown): string {
  return `${(Number(milliseconds) / 1000).toFixed(2)} s`
}
