import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
let claimUrl: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  claimUrl = `${sandbox.file.url}/claim/demo.eth`
})
afterAll(() => sandbox.stop())

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile'
const metaMaskBrowser = `${iphone} MetaMaskMobile`

describeInBrowser('Wallets on phones', (browser) => {
  test('a phone without a wallet is led into wallet apps, with the label that was typed', async () => {
    const opened = await visit(browser(), claimUrl, { phone: { userAgent: iphone } })
    const { page } = opened
    await page.getByLabel('Your name').fill('pocket')
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).tap()
    const links = page.getByRole('dialog').getByRole('link')
    await links.first().waitFor()
    expect(await links.allTextContents()).toEqual([
      'Open in MetaMask',
      'Open in Base',
      'Open in Trust Wallet',
      'Open in OKX Wallet',
      'Open in Phantom',
    ])
    expect(await links.first().getAttribute('href')).toBe(
      `https://link.metamask.io/dapp/${new URL(claimUrl).host}/claim/demo.eth?label=pocket`,
    )
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(0)
    await assertWellFormed(opened)
  })

  test('in the browser of a wallet app, which announces no wallet, the link ends in a name', async () => {
    const { prepare, requested } = withWallet(sandbox, 2, { presence: 'injected' })
    const { page, problems } = await visit(browser(), `${claimUrl}?label=pocket`, {
      phone: { userAgent: metaMaskBrowser },
      prepare,
    })
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).tap()
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).tap()
    await page.getByRole('heading', { name: 'pocket.demo.eth' }).waitFor()
    expect([requested, problems]).toEqual([['eth_requestAccounts', 'personal_sign'], []])
  })

  test('a computer without a wallet shows a code that opens the page on a phone, and its link', async () => {
    const opened = await visit(browser(), claimUrl, { width: 1280 })
    const { page } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByLabel('Your name').fill('desk')
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByText('Use a wallet on your phone').click()
    await page.getByRole('img', { name: `QR code: ${claimUrl}?label=desk` }).waitFor()
    await page.getByRole('button', { name: 'Copy: link to this page' }).click()
    await page.getByRole('button', { name: 'Copied: link to this page' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${claimUrl}?label=desk`)
    await assertWellFormed(opened)
  })

  test('a computer with a wallet can use the one on a phone', async () => {
    const { page } = await visit(browser(), `${claimUrl}?label=both`, withWallet(sandbox, 1))
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByText('Use a wallet on your phone').click()
    await page.getByRole('img', { name: `QR code: ${claimUrl}?label=both` }).waitFor()
  })
})
