import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, revisit, type Visit, waitForLayout } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { findMisfits } from '../support/browser/find-misfits.ts'
import { findOverlaps } from '../support/browser/find-overlaps.ts'
import { type PageState, pageStates, prepareStates } from '../support/browser/page-states.ts'
import { issueName, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await prepareStates(sandbox)
  for (const label of ['a'.repeat(63), 'שלום', 'مرحبا', '🦊🦊🦊', 'marina-of-the-long-river-bank'])
    await issueName(sandbox, { label, coinTypes: [60, 2147492101] })
})
afterAll(() => sandbox.stop())

/** Steps of 40. With text of 200 %, 480 are what 240 are with text of 100 %: narrower than any device. */
const widthsAt = (size: 100 | 200) =>
  Array.from({ length: 33 }, (_, index) => 320 + 40 * index).filter((width) => size === 100 || width >= 480)
const height = 800

describeInBrowser('Pages at every width', (browser) => {
  const open = async ({ path, open, shows, visitor }: PageState, locale: string): Promise<Visit> => {
    const at = path.replace('{workspaceId}', sandbox.file.workspaceId)
    const options = { width: 1280, locale }
    const opened =
      visitor === 'console'
        ? await revisitSignedIn(browser(), sandbox, at, options)
        : await revisit(browser(), `${locale} ${visitor ?? 'public'}`, sandbox.file.url + at, {
            ...options,
            ...(visitor === undefined && withWallet(sandbox, 1)),
          })
    await open?.(opened.page)
    if (locale === 'en-US') await opened.page.getByText(shows).filter({ visible: true }).first().waitFor()
    return opened
  }

  test.each(Object.entries(pageStates))(
    'rule: %s holds at every width to 1,600 pixels, from 320, or from 480 with text of 200 %%',
    async (_, state) => {
      const { page } = await open(state, 'en-US')
      expect(await faultsOf(page)).toEqual([])
    },
  )

  test.each([
    '/',
    '/claim/demo.eth',
    '/n/marina-of-the-long-river-bank.demo.eth',
    '/me',
    '/directory/demo.eth',
    '/absent',
  ])('rule: %s holds at each of them from right to left', async (path) => {
    const { page } = await open({ path, shows: '' }, 'ar')
    expect(await page.getAttribute('html', 'dir')).toBe('rtl')
    expect(await faultsOf(page)).toEqual([])
  })
})

/** By width and size of the text. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults: string[] = []
  const session = await page.context().newCDPSession(page)
  for (const size of [100, 200] as const) {
    // What a reader sets in the browser: widths in rem follow, also those of media queries.
    await session.send('Page.setFontSizes', { fontSizes: { standard: 0.16 * size, fixed: 0.13 * size } })
    for (const width of widthsAt(size)) {
      await page.setViewportSize({ width, height })
      await waitForLayout(page)
      const surplus = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      const found = [
        ...(await page.evaluate<string[]>(findMisfits)),
        ...(await page.evaluate<string[]>(findOverlaps)),
        ...(surplus > 0 ? [`${surplus} pixels of the page are beyond the view`] : []),
      ]
      faults.push(...found.map((fault) => `${width} at ${size} %: ${fault}`))
    }
  }
  await session.detach()
  return faults
}
