import type { BrowserContext, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, visit } from '../support/browser/browser.ts'
import { issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const text = [{ key: 'description', value: 'Walks by the sea and writes about what grows there.' }]
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const body = { branding: { directory: 'on' } }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
  await issueName(sandbox, { label: 'still', coinTypes: [60, 2147483658], text })
})
afterAll(() => sandbox.stop())

/** Measured: at most 0.0003. It depends on the fonts of the machine, of which `web/src/fonts.css` knows the usual ones. */
const maxShift = 0.01

/** What each page shows last, after its script has arrived. */
const pages: Readonly<Record<string, string>> = {
  '/': 'demo.eth',
  '/claim/demo.eth': 'member has one',
  '/claim/demo.eth?label=moved': 'Free',
  '/n/still.demo.eth': 'Sends to',
  '/directory/demo.eth': 'still',
  '/me': 'Connect your wallet',
  '/absent': 'Nothing here',
  '/console': 'Use an admin key instead',
}

const visits = Object.entries(pages).flatMap(([path, shows]) =>
  [360, 1280].map((width) => ({ path, shows, width })),
)

/** In the page: the sum of all shifts, and what has moved. */
const noteShifts = `
  globalThis.shifts = { sum: 0, moved: [] }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.sum += value
      shifts.moved.push(...sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120)))
    }
  }).observe({ type: 'layout-shift', buffered: true })`

describeInBrowser('Pages that are loaded with slow fonts', (browser) => {
  test.each(visits)('rule: $path stays where it is, at $width pixels', async ({ path, shows, width }) => {
    const released = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await released.promise
      await route.continue()
    }
    const { page } = await visit(browser(), sandbox.file.url + path, {
      width,
      waitUntil: 'commit',
      prepare: async (context: BrowserContext) => {
        await context.addInitScript(noteShifts)
        await context.route('**/*.woff2', hold)
      },
    })
    await page.getByText(shows).filter({ visible: true }).first().waitFor()
    released.resolve()
    await page.waitForLoadState('load')
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    // Shifts are noted after the frame in which they are drawn.
    await page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
    )
    const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>('shifts')
    expect({ isStill: sum < maxShift, moved: sum < maxShift ? [] : moved }).toEqual({
      isStill: true,
      moved: [],
    })
  })
})
