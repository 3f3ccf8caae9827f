import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { withWallet } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const origin = 'https://keys.coinbase.com'

/** In place of the window's own page, which is not part of the library: it keeps what it receives, and asks for nothing. */
const windowPage = `<!doctype html><title>window</title><script>
  globalThis.handshakes = 0
  addEventListener('message', ({ data }) => {
    document.title = JSON.stringify(data)
    if (data.content?.handshake) handshakes++
  })
  opener.postMessage({ id: 'loaded', event: 'PopupLoaded' }, '*')
</script>`

async function serveWindow(context: BrowserContext): Promise<void> {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: windowPage }),
  )
}

async function openWallets(page: Page): Promise<void> {
  await page.getByText('Free').waitFor()
  await page.getByRole('button', { name: /^Claim / }).click()
}

async function chooseBaseAccount(page: Page): Promise<void> {
  await openWallets(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create one with a passkey' }).click()
}

async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open Base Account' }).click(),
  ])
  return popup
}

describeInBrowser('Base Account', (browser) => {
  const open = (prepare: (context: BrowserContext) => Promise<unknown> = serveWindow) =>
    visit(browser(), `${sandbox.file.url}/claim/demo.eth?label=passkey`, { prepare })

  test('its window opens on a click, and exchanges messages with the page', async () => {
    const opened = await open()
    const { page, problems } = opened
    await chooseBaseAccount(page)
    const button = page.getByRole('button', { name: 'Open Base Account' })
    await button.waitFor()
    await assertWellFormed(opened)
    const popup = await openWindow(page)
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

  test('rule: it is the first way of a visitor without a wallet, who can read what a wallet is', async () => {
    const opened = await open()
    const { page, problems } = opened
    await openWallets(page)
    const buttons = page.getByRole('dialog').getByRole('button')
    await expect.poll(() => buttons.nth(1).innerText()).toContain('Create one with a passkey')
    await assertWellFormed(opened)
    await buttons.filter({ hasText: 'I have no wallet' }).click()
    await page.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(3)
    await assertWellFormed(opened)
    await page.keyboard.press('Escape')
    const claim = page.getByRole('button', { name: /^Claim / })
    await expect.poll(() => claim.evaluate((button) => button.matches(':focus'))).toBe(true)
    await claim.click()
    await buttons.filter({ hasText: 'I have no wallet' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await buttons.filter({ hasText: 'I have no wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create one with a passkey' }).click()
    await page.getByRole('button', { name: 'Open Base Account' }).waitFor()
    expect(problems).toEqual([])
  })

  test('rule: where the owner has left it out, a code leads to a wallet on a phone', async () => {
    const path = '/byname/v1/domains/demo.eth?chainId=11155111'
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const body = { branding: { offersPasskey: false } }
    dataOf(await sandbox.call('PATCH', path, { headers, body }))
    const url = `${sandbox.file.url}/claim/demo.eth?chainId=11155111&label=passkey`
    const opened = await visit(browser(), url)
    await openWallets(opened.page)
    await opened.page
      .getByRole('dialog')
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    for (const text of ['passkey', 'I have no wallet', 'Base Account'])
      expect(await opened.page.getByRole('dialog').getByText(text).count()).toBe(0)
    await assertWellFormed(opened)
    expect(opened.problems).toEqual([])
  })

  test('rule: with a wallet in the browser, it is one of the others', async () => {
    const opened = await open(withWallet(sandbox, 1).prepare)
    await openWallets(opened.page)
    const buttons = opened.page.getByRole('dialog').getByRole('button')
    await expect.poll(() => buttons.nth(1).innerText()).toBe('Test Wallet')
    await buttons.filter({ hasText: 'Base Account' }).getByText('with a passkey').waitFor()
    expect(await buttons.filter({ hasText: 'I have no wallet' }).count()).toBe(0)
    expect(
      await opened.page.getByRole('dialog').getByRole('img', { includeHidden: true }).count(),
    ).toBeGreaterThan(1)
    await assertWellFormed(opened)
  })

  test('a window that is closed, and a visitor who does not open it, leave the name free', async () => {
    const { page, problems } = await open()
    await chooseBaseAccount(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByText('You closed the connection to the wallet. Nothing was changed.').waitFor()
    await chooseBaseAccount(page)
    const popup = await openWindow(page)
    await expect.poll(() => popup.title()).toContain('handshake')
    // As it does when it is closed.
    await popup.evaluate(`opener.postMessage({ id: 'gone', event: 'PopupUnload' }, '*')`)
    await page.getByText('You declined in your wallet. Nothing was changed.').waitFor()
    await page.getByText('Free').waitFor()
    expect(problems).toEqual([])
  })

  test('rule: a window that is closed without a word is noticed, and the next one is asked once', async () => {
    const { page, problems } = await open()
    await chooseBaseAccount(page)
    const silent = await openWindow(page)
    await expect.poll(() => silent.title()).toContain('handshake')
    await silent.close()
    await page.getByText('You declined in your wallet. Nothing was changed.').waitFor()
    await chooseBaseAccount(page)
    const next = await openWindow(page)
    await expect.poll(() => next.title()).toContain('handshake')
    expect(await next.evaluate<number>('handshakes')).toBe(1)
    expect(problems).toEqual([])
  })

  test('rule: a visitor who closes the dialog closes the window with it', async () => {
    const { page } = await open()
    await chooseBaseAccount(page)
    const popup = await openWindow(page)
    await page.getByText('Go on in the window of Base Account.').waitFor()
    const closed = popup.waitForEvent('close')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByText('You closed the connection to the wallet. Nothing was changed.').waitFor()
    await closed
  })

  test('rule: a browser that blocks the window is named, and pressing again opens it', async () => {
    const block = `const open = globalThis.open
      let presses = 0
      globalThis.open = (...input) => (presses++ === 0 ? null : open(...input))`
    const opened = await open(async (context) => {
      await serveWindow(context)
      await context.addInitScript(block)
    })
    const { page, problems } = opened
    await chooseBaseAccount(page)
    await page.getByRole('button', { name: 'Open Base Account' }).click()
    await page.getByText('Your browser has blocked the window.').waitFor()
    await assertWellFormed(opened)
    const popup = await openWindow(page)
    await expect.poll(() => popup.title()).toContain('handshake')
    expect(problems).toEqual([])
  })

  test('rule: a window that does not load is named, while it is open and once it is closed, and the next one is asked once', async () => {
    const opened = await open(async (context) => {
      await context.clock.install()
      await context.route(`${origin}/**`, (route) => route.abort('internetdisconnected'))
    })
    const { page, problems } = opened
    await chooseBaseAccount(page)
    const popup = await openWindow(page)
    await page.getByText('Go on in the window of Base Account.').waitFor()
    await page.clock.runFor(11_000)
    await page.getByText('The window has not loaded yet.').waitFor()
    await assertWellFormed(opened)
    await popup.close()
    await page.getByText('The window of Base Account was closed before it had loaded.').waitFor()
    await page.context().unroute(`${origin}/**`)
    await serveWindow(page.context())
    await chooseBaseAccount(page)
    const next = await openWindow(page)
    await expect.poll(() => next.title()).toContain('handshake')
    expect(await next.evaluate<number>('handshakes')).toBe(1)
    expect(problems).toEqual([])
  })

  test('rule: its library is loaded when it is chosen, and calls no other service', async () => {
    const requested: string[] = []
    const { page } = await open()
    page.on('request', (request) => requested.push(request.url()))
    await openWallets(page)
    const button = page.getByRole('dialog').getByRole('button', { name: 'Create one with a passkey' })
    await button.waitFor()
    expect(requested.filter((url) => url.includes('base-account'))).toEqual([])
    await button.click()
    await page.getByRole('button', { name: 'Open Base Account' }).waitFor()
    expect(requested.filter((url) => url.includes('base-account'))).toHaveLength(1)
    expect(requested.filter((url) => new URL(url).origin !== sandbox.file.url)).toEqual([])
  })
})
