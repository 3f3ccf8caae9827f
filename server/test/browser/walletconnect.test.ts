import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { deploy } from '../support/chain/deployer.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'
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
})
