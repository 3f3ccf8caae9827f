import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
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

/** Half red, half blue. */
const widePicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#c03030' } })
    .composite([
      {
        input: { create: { width: 450, height: 600, channels: 3, background: '#3030c0' } },
        left: 450,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

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
    // Said once for both chains, and not again as the holder.
    await page.getByRole('button', { name: 'QR code of the Ethereum and Base address' }).click()
    const dialog = page.getByRole('dialog')
    for (const [title, chainId] of [
      ['Ethereum', 1],
      ['Base', 8453],
    ] as const) {
      await dialog.getByRole('radio', { name: title }).check()
      await dialog.getByRole('img', { name: `QR code: ethereum:${address}@${chainId}` }).waitFor()
    }
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await page.getByText('Holder', { exact: true }).count()).toBe(0)
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
  test('a text that is no link is refused at its field, another text as email address has a warning', async () => {
    const name = await issueName(sandbox, { label: 'warned' })
    const opened = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    const { page } = opened
    await openEditor(page)
    const noteOf = async (label: string, text: string) => {
      const field = page.getByLabel(label)
      await field.fill(text)
      await field.blur()
      const id = await field.getAttribute('aria-describedby')
      return page.locator(`[id="${id}"]`).textContent()
    }
    expect(await noteOf('Email', 'not-an-email')).toContain('This is no email address')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'ftp://alice.example', 'alice']) {
      expect(await noteOf('Website', text)).toContain('This is no link.')
      await page.getByText('Correct or empty the marked field first: Website.').waitFor()
      expect(await save.isDisabled()).toBe(true)
    }
    await assertWellFormed(opened)
    // Beside it the profile as it will be.
    await page.setViewportSize({ width: 1280, height: 780 })
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('not-an-email').waitFor()
    await page.getByLabel('Website').fill('alice.example/me')
    await page.getByLabel('Website').blur()
    expect(await page.getByLabel('Website').inputValue()).toBe('https://alice.example/me')
    await preview.getByRole('link', { name: 'alice.example/me' }).waitFor()
    await assertWellFormed(opened)
    await save.click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    const links = page.getByRole('list', { name: 'Links' }).getByRole('link')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'https://alice.example/me',
    ])
  })

  test('a picture is cropped by keyboard, with what will be seen beside it, and stands in place', async () => {
    const name = await issueName(sandbox, { label: 'pictured' })
    const opened = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    const { page } = opened
    await openEditor(page)
    await page.getByLabel('Avatar').setInputFiles({
      name: 'wide.png',
      mimeType: 'image/png',
      buffer: await widePicture(),
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
    await dialog.getByRole('button', { name: 'Smaller' }).click()
    expect(await dialog.getByRole('slider', { name: 'Zoom' }).inputValue()).toBe('3.5')
    const picture = dialog.locator('img')
    const before = await picture.boundingBox()
    await dialog.getByRole('group', { name: 'The part of the picture' }).press('ArrowRight')
    await expect.poll(async () => (await picture.boundingBox())?.x).toBe((before?.x ?? 0) + 8)
    await assertWellFormed(opened)
    await dialog.getByRole('button', { name: 'Use it' }).click()
    const shown = page.getByRole('region', { name: 'Edit' }).locator('img[src^="/media/"]')
    await shown.waitFor()
    await expect.poll(async () => shown.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(512)
    await assertWellFormed(opened)
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
    await page.getByText('The signature was not accepted.').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Typed')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(requested.filter((method) => method === 'personal_sign')).toHaveLength(2)
  })
})
