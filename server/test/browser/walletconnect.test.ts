import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { issueName } from '../support/browser/pages.ts'
import { deploy } from '../support/chain/deployer.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startRelay, type TestRelay } from '../support/wallets/relay.ts'
import { type RemoteWallet, startRemoteWallet } from '../support/wallets/remote-wallet.ts'

const projectId = '6f1e0c9d2b7a4e35886d0f9c1a2b3c4d'

let relay: TestRelay
let sandbox: TestSandbox

beforeAll(async () => {
  relay = await startRelay()
  sandbox = await startTestSandbox({
    WALLETCONNECT_PROJECT_ID: projectId,
    WALLETCONNECT_RELAY_URL: relay.url,
  })
})
afterAll(async () => {
  await sandbox.stop()
  await relay.close()
})

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile'

const claimUrl = (label: string) => `${sandbox.file.url}/claim/demo.eth?label=${label}`

async function startWallet(
  options: Partial<Parameters<typeof startRemoteWallet>[0]> = {},
): Promise<RemoteWallet> {
  const wallet = await startRemoteWallet({ relayUrl: relay.url, account: user(sandbox, 1), ...options })
  onTestFinished(() => wallet.stop())
  return wallet
}

async function chooseWalletConnect(page: Page): Promise<void> {
  await page.getByText('Free').waitFor()
  await page.getByRole('button', { name: /^Claim / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).click()
}

/** The text of the code, as a camera reads it. */
async function readCode(page: Page): Promise<string> {
  const label = await page.getByRole('img', { name: /^QR code: wc:/ }).getAttribute('aria-label')
  return `${label}`.replace('QR code: ', '')
}

describeInBrowser('WalletConnect', (browser) => {
  test('a name is claimed with a wallet on a phone, by the code that the page shows', async () => {
    const wallet = await startWallet()
    const opened = await visit(browser(), claimUrl('scanned'), { width: 1280 })
    const { page, problems } = opened
    await chooseWalletConnect(page)
    const code = await readCode(page)
    await assertWellFormed(opened)
    await wallet.pair(code)
    await page.getByRole('heading', { name: 'scanned.demo.eth' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await viemClient(sandbox).getEnsAddress({ name: 'scanned.demo.eth', strict: true })).toBe(
      user(sandbox, 1).address,
    )
    expect([wallet.requested, wallet.pages]).toEqual([['personal_sign eip155:1'], [sandbox.file.url]])
    expect([...relay.projectIds]).toContain(projectId)
    expect(problems).toEqual([])
  })

  test('rule: its library is loaded when it is chosen, not before', async () => {
    const { page } = await visit(browser(), claimUrl('lazy'))
    const loaded = () =>
      page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((name) => name.includes('walletconnect'))`)
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).waitFor()
    expect(await loaded()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).click()
    await readCode(page)
    expect(await loaded()).toHaveLength(1)
  })

  test.each([
    ['de-DE', 'Frei'],
    ['ar-EG', 'متاح'],
  ])('its dialog fits in the language of %s', async (locale, free) => {
    const opened = await visit(browser(), claimUrl('words'), { locale })
    const { page } = opened
    await page.getByText(free, { exact: true }).waitFor()
    await page.locator('form[name=claim] button[type=submit]').click()
    await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await assertWellFormed(opened)
  })

  test('on a phone, the code is a link into wallet apps, and a request one into the app that is connected', async () => {
    const wallet = await startWallet({ account: user(sandbox, 2), scheme: 'pocket://', isSilent: true })
    const opened = await visit(browser(), claimUrl('tapped'), { phone: { userAgent: iphone } })
    const { page, problems } = opened
    await chooseWalletConnect(page)
    const links = page.getByRole('dialog').getByRole('link')
    await links.first().waitFor()
    const [uri = '', metaMask = '', trust = ''] = await links.evaluateAll((all) =>
      all.map((link) => `${link.getAttribute('href')}`),
    )
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    expect([metaMask, trust]).toEqual([
      `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`,
      `https://link.trustwallet.com/wc?uri=${encodeURIComponent(uri)}`,
    ])
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(0)
    await assertWellFormed(opened)
    await wallet.pair(uri)
    const app = page.getByRole('dialog').getByRole('link', { name: 'Open in Pocket' })
    expect(await app.getAttribute('href')).toBe('pocket://')
    await assertWellFormed(opened)
    expect(problems).toEqual([])
  })

  test('a wallet with a hostile name and link gets its name shown, as text, and no link', async () => {
    const name = `<img src=x>${'W'.repeat(80)}`
    const wallet = await startWallet({ name, scheme: 'javascript:alert(1)', isSilent: true })
    const opened = await visit(browser(), claimUrl('hostile'), { phone: { userAgent: iphone } })
    const { page } = opened
    await chooseWalletConnect(page)
    const uri = await page.getByRole('link', { name: 'Open a wallet app' }).getAttribute('href')
    await wallet.pair(`${uri}`)
    await page.getByText(`${name} has the request.`).waitFor()
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
    await assertWellFormed(opened)
  })

  test('a contract wallet signs on the chain of the name (ERC-1271)', async () => {
    const account = user(sandbox, 3)
    const address = await deploy(sandbox.devnet.rpcUrl(11155111), 'SmartAccount', account.address)
    const wallet = await startWallet({ account, address })
    const { page, problems } = await visit(browser(), `${claimUrl('contract')}&chainId=11155111`)
    await chooseWalletConnect(page)
    await wallet.pair(await readCode(page))
    await page.getByRole('heading', { name: 'contract.demo.eth' }).waitFor()
    expect(wallet.requested).toEqual(['personal_sign eip155:11155111'])
    expect(problems).toEqual([])
  })

  test('a holder edits a name, and makes it the primary name by a transaction', async () => {
    const name = await issueName(sandbox, { label: 'sent', holder: 4 })
    const rpcUrlOf = (chainId: number) => sandbox.devnet.rpcUrl(chainId === 1 ? 1 : 11155111)
    const wallet = await startWallet({ account: user(sandbox, 4), rpcUrlOf })
    const { page, problems } = await visit(browser(), `${sandbox.file.url}/n/${name}`)
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).click()
    await wallet.pair(await readCode(page))
    await page.getByRole('button', { name: 'Use as primary name' }).click()
    await page.getByRole('button', { name: 'Send it with my wallet' }).click()
    await page.getByText('It is your primary name.').waitFor()
    expect(await viemClient(sandbox).getEnsName({ address: user(sandbox, 4).address })).toBe(name)
    expect([wallet.requested, problems]).toEqual([['eth_sendTransaction eip155:1'], []])
  })

  test.each([
    ['the connection', 'connection', []],
    ['the signature', 'signatures', ['personal_sign eip155:1']],
  ] as const)('a wallet that declines %s leaves the name free', async (_subject, declines, requested) => {
    const wallet = await startWallet({ declines })
    const opened = await visit(browser(), claimUrl('declined'))
    const { page } = opened
    await chooseWalletConnect(page)
    await wallet.pair(await readCode(page))
    await page.getByText('You declined in your wallet. Nothing was changed.').waitFor()
    await page.getByText('Free').waitFor()
    expect(wallet.requested).toEqual(requested)
    await assertWellFormed(opened)
  })

  test('a visitor who closes the code is where they were, and a wallet that comes too late is not connected', async () => {
    const wallet = await startWallet()
    const { page, problems } = await visit(browser(), claimUrl('closed'))
    await chooseWalletConnect(page)
    const code = await readCode(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByText('You closed the connection to the wallet. Nothing was changed.').waitFor()
    await wallet.pair(code)
    await wallet.ended()
    expect([wallet.requested, problems]).toEqual([[], []])
  })

  test('a code that has expired is replaced by a new one', async () => {
    const wallet = await startWallet({ account: user(sandbox, 2) })
    const { page, problems } = await visit(browser(), claimUrl('expired'), {
      prepare: (context) => context.clock.install(),
    })
    await chooseWalletConnect(page)
    const first = await readCode(page)
    await page.clock.runFor('05:10')
    sandbox.clock.offsetMs = 310_000
    onTestFinished(() => {
      sandbox.clock.offsetMs = 0
    })
    await page.getByText('The code has expired, and no wallet has used it.').waitFor()
    await page.getByRole('button', { name: 'Show a new code' }).click()
    const second = await readCode(page)
    expect(second).not.toBe(first)
    await wallet.pair(second)
    await page.getByRole('heading', { name: 'expired.demo.eth' }).waitFor()
    expect(problems).toEqual([])
  })

  test('a wallet that ends the connection before it has signed', async () => {
    const wallet = await startWallet({ isSilent: true })
    const { page, problems } = await visit(browser(), claimUrl('ended'))
    await chooseWalletConnect(page)
    await wallet.pair(await readCode(page))
    await wallet.asked()
    await wallet.disconnect()
    await page.getByText('Your wallet has ended the connection. Connect it again.').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await wallet.pair(await readCode(page))
    await page.getByText('Pocket has the request.').waitFor()
    expect(problems).toEqual([])
  })

  test('a wallet stays connected on other pages and after a reload, until the visitor disconnects', async () => {
    const wallet = await startWallet({ account: user(sandbox, 4) })
    const { page, problems } = await visit(browser(), `${sandbox.file.url}/me`)
    await page.getByRole('button', { name: 'Connect your wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' }).click()
    await wallet.pair(await readCode(page))
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await page.goto(claimUrl('again'))
    await chooseWalletConnect(page)
    await page.getByRole('dialog').getByText('Pocket is connected with').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'again.demo.eth' }).waitFor()
    await page.goto(`${sandbox.file.url}/me`)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await wallet.ended()
    expect(problems).toEqual([])
  })

  test('without the relay there is a sentence, and a further attempt succeeds once it is back, over one connection', async () => {
    relay.setDown(true)
    onTestFinished(() => relay.setDown(false))
    const { page, problems } = await visit(browser(), claimUrl('unreachable'))
    await chooseWalletConnect(page)
    await page.getByText('The connection is being prepared…').waitFor()
    const sentence = page.getByText('The relay of WalletConnect cannot be reached.')
    await sentence.waitFor({ timeout: 40_000 })
    const { connections } = relay
    relay.setDown(false)
    const wallet = await startWallet({ account: user(sandbox, 5) })
    await chooseWalletConnect(page)
    await wallet.pair(await readCode(page))
    await page.getByRole('heading', { name: 'unreachable.demo.eth' }).waitFor({ timeout: 30_000 })
    // One of the page, and one of the wallet.
    expect(relay.connections - connections).toBe(2)
    assertFailedConnections(problems)
  })

  test('a relay that is gone for a moment while the wallet is asked costs nothing', async () => {
    const wallet = await startWallet({ account: user(sandbox, 6), isSilent: true })
    const { page, problems } = await visit(browser(), claimUrl('moment'))
    await chooseWalletConnect(page)
    await wallet.pair(await readCode(page))
    await wallet.asked()
    relay.setDown(true)
    await waitUntil('the page has tried to connect again', () => problems.length > 0)
    relay.setDown(false)
    await wallet.respond()
    await page.getByRole('heading', { name: 'moment.demo.eth' }).waitFor({ timeout: 30_000 })
    assertFailedConnections(problems)
  })

  test('a relay that is gone while the wallet is asked ends the request with a sentence', async () => {
    const wallet = await startWallet({ isSilent: true })
    const { page, problems } = await visit(browser(), claimUrl('cut'))
    await chooseWalletConnect(page)
    await wallet.pair(await readCode(page))
    await page.getByText('Pocket has the request.').waitFor()
    relay.setDown(true)
    onTestFinished(() => relay.setDown(false))
    await page.getByText('The relay of WalletConnect cannot be reached.').waitFor({ timeout: 40_000 })
    assertFailedConnections(problems)
  })
})

/** The browser itself logs each connection that fails; nothing else may be logged. */
function assertFailedConnections(problems: readonly string[]): void {
  expect(problems.filter((text) => !/^WebSocket connection to '[^']+' failed/.test(text))).toEqual([])
}
