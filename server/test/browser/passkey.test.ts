import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, visit } from '../support/browser/browser.ts'
import { openClaims } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../support/service/sandbox.ts'
import { placePasskeyFactory } from '../support/wallets/passkey-account.ts'
import { withPasskeys } from '../support/wallets/passkey-window.ts'

const chainIds = [1, 11155111] as const

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const key = sandbox.file.apiKey
  for (const chainId of chainIds) {
    await placePasskeyFactory(sandbox.devnet.rpcUrl(chainId))
    await openClaims({ call: sandbox.call, key }, { name: 'demo.eth', chainId })
  }
})
afterAll(() => sandbox.stop())

/** The page waits for the visitor, who presses here and in the window. */
async function confirm(page: Page, inWindow: string): Promise<void> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open Base Account' }).click(),
  ])
  const closed = opened.waitForEvent('close')
  await opened.getByRole('button', { name: inWindow }).click()
  await closed
}

describeInBrowser('A visitor without a wallet', (browser) => {
  test.each(chainIds)(
    'claims a name on chain %i with a passkey, comes back on the same device, and edits a text',
    async (chainId) => {
      const rpcUrlOf = (id: number) => sandbox.devnet.rpcUrl(id === 1 ? 1 : 11155111)
      const { prepare, countPasskeys } = withPasskeys(rpcUrlOf)
      const url = `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}&label=fingerprint`
      const { page, problems } = await visit(browser(), url, { prepare })
      await page.getByText('Free').waitFor()
      await page.getByRole('button', { name: /^Claim / }).click()
      const first = page
        .getByRole('dialog')
        .getByRole('button', { name: /passkey/ })
        .first()
      await first.click()
      await confirm(page, 'Create a passkey')
      await confirm(page, `Confirm on chain ${chainId}`)
      const name = 'fingerprint.demo.eth'
      await page.getByRole('heading', { name }).waitFor()
      const client = viemClient(sandbox, chainId)
      const address =
        (await client.getEnsAddress({ name, strict: true })) ?? expect.fail('It has no address.')
      const { holder } = dataOf<{ readonly holder: string }>(
        await sandbox.call('GET', `/byname/v1/names/${name}?chainId=${chainId}`),
      )
      expect([getAddress(holder), await client.getCode({ address })]).toEqual([address, undefined])
      expect(countPasskeys()).toBe(1)

      const later = await page.context().newPage()
      await page.close()
      await later.goto(`${sandbox.file.url}/n/${name}?chainId=${chainId}`)
      await later.getByRole('button', { name: 'It is mine: edit' }).click()
      await later
        .getByRole('dialog')
        .getByRole('button', { name: /passkey/ })
        .first()
        .click()
      await later.getByLabel('Display name').fill('Fingerprint')
      await later.getByRole('button', { name: /^Save/ }).click()
      await confirm(later, `Confirm on chain ${chainId}`)
      await later.getByText('Saved.').waitFor()
      expect(await client.getEnsText({ name, key: 'name', strict: true })).toBe('Fingerprint')
      expect(countPasskeys()).toBe(1)
      expect(problems).toEqual([])
    },
  )
})
