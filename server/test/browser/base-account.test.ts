import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox({ OFFER_BASE_ACCOUNT: 'true' })
})
afterAll(() => sandbox.stop())

const origin = 'https://keys.coinbase.com'

/** In place of the window's own page, which is not part of the library: it keeps what it receives, and asks for nothing. */
const windowPage = `<!doctype html><title>window</title><script>
  addEventListener('message', ({ data }) => { document.title = JSON.stringify(data) })
  opener.postMessage({ id: 'loaded', event: 'PopupLoaded' }, '*')
</script>`

async function serveWindow(context: BrowserContext): Promise<void> {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: windowPage }),
  )
}

async function chooseBaseAccount(page: Page): Promise<void> {
  await page.getByText('Free').waitFor()
  await page.getByRole('button', { name: /^Claim / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Base Account' }).click()
}

describeInBrowser('Base Account', (browser) => {
  const open = () =>
    visit(browser(), `${sandbox.file.url}/claim/demo.eth?label=passkey`, { prepare: serveWindow })

  test('its window opens on a click, and exchanges messages with the page', async () => {
    const opened = await open()
    const { page, problems } = opened
    await chooseBaseAccount(page)
    const button = page.getByRole('button', { name: 'Open Base Account' })
    await button.waitFor()
    await assertWellFormed(opened)
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    const url = new URL(popup.url())
    expect([url.origin + url.pathname, url.searchParams.get('origin')]).toEqual([
      `${origin}/connect`,
      sandbox.file.url,
    ])
    await expect.poll(() => popup.title()).toContain('handshake')
    expect(JSON.parse(await popup.title())).toMatchObject({
      content: { handshake: { method: 'handshake' } },
    })
    await page.getByText('Go on in the window of Base Account.').waitFor()
    await assertWellFormed(opened)
    expect(problems).toEqual([])
  })

  test('a window that is closed, and a visitor who does not open it, leave the name free', async () => {
    const { page, problems } = await open()
    await chooseBaseAccount(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByText('You closed the connection to the wallet. Nothing was changed.').waitFor()
    await chooseBaseAccount(page)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open Base Account' }).click(),
    ])
    await expect.poll(() => popup.title()).toContain('handshake')
    // As it does when it is closed.
    await popup.evaluate(`opener.postMessage({ id: 'gone', event: 'PopupUnload' }, '*')`)
    await page.getByText('You declined in your wallet. Nothing was changed.').waitFor()
    await page.getByText('Free').waitFor()
    expect(problems).toEqual([])
  })

  test('rule: its library is loaded when it is chosen, and calls no other service', async () => {
    const requested: string[] = []
    const { page } = await open()
    page.on('request', (request) => requested.push(request.url()))
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Base Account' }).waitFor()
    expect(requested.filter((url) => url.includes('base-account'))).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Base Account' }).click()
    await page.getByRole('button', { name: 'Open Base Account' }).waitFor()
    expect(requested.filter((url) => url.includes('base-account'))).toHaveLength(1)
    expect(requested.filter((url) => new URL(url).origin !== sandbox.file.url)).toEqual([])
  })
})
