import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const urlOf = (name: string) => `${sandbox.file.url}/n/${name}`

const openEditor = async (page: Page) => {
  await page.getByRole('button', { name: 'It is mine: edit' }).click()
  await chooseWallet(page)
  await page.getByLabel('Display name').waitFor()
}

describeInBrowser('What a visitor takes from a profile', (browser) => {
  test('a contact, the link, and codes by which wallets send on the right chain', async () => {
    const name = await issueName(sandbox, {
      label: 'alice',
      coinTypes: [60, 0x80000000 + 8453],
      text: [
        { key: 'name', value: 'Alice; Boats' },
        { key: 'email', value: 'alice@alice.example' },
        { key: 'url', value: 'javascript:alert(1)' },
      ],
    })
    const opened = await visit(browser(), urlOf(name))
    const { page } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to contacts' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('alice.demo.eth.vcf')
    const card = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '')
    expect(card).toContain(
      '\r\nFN:Alice\\; Boats\r\nEMAIL:alice@alice.example\r\nURL:' + urlOf(name) + '\r\n',
    )
    expect(card).not.toContain('javascript')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(urlOf(name))
    const { address } = user(sandbox, 1)
    for (const [title, chainId] of [
      ['Ethereum', 1],
      ['Base', 8453],
    ] as const) {
      await page.getByRole('button', { name: `QR code of the ${title} address` }).click()
      await page.getByRole('img', { name: `QR code: ethereum:${address}@${chainId}` }).waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
    }
    await assertWellFormed(opened)
  })

  test('a part that a deployment has replaced is a new version to be loaded, in place of a blank page', async () => {
    const name = await issueName(sandbox, { label: 'deployed' })
    const { page } = await visit(browser(), urlOf(name))
    await page.route(/\/_\/assets\/Qr/, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'QR code of the Ethereum address' }).click()
    await page.getByText('There is a new version of this page.').waitFor()
    await page.unrouteAll()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
    await page.getByRole('button', { name: 'QR code of the Ethereum address' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
  })
})

describeInBrowser('The editor of a profile', (browser) => {
  test('a website or an email address that will not be a link has a warning, and is saved', async () => {
    const name = await issueName(sandbox, { label: 'warned' })
    const opened = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    const { page } = opened
    await openEditor(page)
    for (const [label, text, warning] of [
      ['Website', 'javascript:alert(1)', 'This is no web address'],
      ['Email', 'not-an-email', 'This is no email address'],
    ] as const) {
      const field = page.getByLabel(label)
      await field.fill(text)
      const id = await field.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${id}"]`).textContent()).toContain(warning)
    }
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.getByRole('list', { name: 'Links' }).getByRole('link').count()).toBe(0)
  })

  test('rule: what was typed stays after a declined signature, and after a message that is not accepted any more', async () => {
    const name = await issueName(sandbox, { label: 'kept' })
    const declining = await visit(browser(), urlOf(name), withWallet(sandbox, 1, { declines: 'signatures' }))
    await openEditor(declining.page)
    await declining.page.getByLabel('Display name').fill('Typed')
    await declining.page.getByRole('button', { name: 'Save', exact: true }).click()
    await declining.page.getByText('You declined in your wallet. Nothing was changed.').waitFor()
    expect(await declining.page.getByLabel('Display name').inputValue()).toBe('Typed')

    const { prepare, requested } = withWallet(sandbox, 1)
    const { page } = await visit(browser(), urlOf(name), { prepare })
    await openEditor(page)
    await page.getByLabel('Display name').fill('Typed')
    await page.route('**/ens/v2/subnames/*', (route) =>
      route.fulfill({
        status: 401,
        json: { result: { error: 'InvalidSignatureException: It has expired.' } },
      }),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('It has expired.').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Typed')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(requested.filter((method) => method === 'personal_sign')).toHaveLength(2)
  })
})
