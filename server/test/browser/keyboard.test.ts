import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, revisit, visit } from '../support/browser/browser.ts'
import { revisitSignedIn, visitSignedIn } from '../support/browser/console.ts'
import { describeFocus, enter, pressTab, tabTo } from '../support/browser/keyboard.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { sealInState, sealLabel } from '../support/chain/seal-states.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { apiKey, workspaceId } = sandbox.file
  await issueName(sandbox, { label: 'keyed', holder: 0 })
  await sealInState(sandbox, 'keyed-sealed', 'signed', 0)
  await sealLabel(sandbox, 'keyed-claim', { holder: user(sandbox, 0).address })
  const post = async (path: string, body: object) =>
    dataOf(await sandbox.call('POST', path, { headers: { 'x-api-key': apiKey }, body }), 201)
  await post('/byname/v1/webhooks', { url: 'https://app.example/hooks', workspaceId })
  await post('/byname/v1/domains/demo.eth/invitation-links?chainId=1', {})
})
afterAll(() => sandbox.stop())

const domain = '/console/domains/1/demo.eth'

interface OpenedDialog {
  readonly path: string
  /** The button that opens it. */
  readonly opener: string | RegExp
  /** Absent: everyone sees the button. */
  readonly before?: (page: Page) => Promise<unknown>
}

const edit = async (page: Page) => {
  await page.getByRole('button', { name: 'It is mine: edit' }).click()
  await chooseWallet(page)
  await page.getByLabel('Display name').waitFor()
}

const editSealed = async (page: Page) => {
  await edit(page)
  await page.getByLabel('Display name').fill('Keyed')
}

const connectForSeal = async (page: Page) => {
  await page.getByRole('button', { name: 'Is it for you? Connect your wallet' }).click()
  await chooseWallet(page)
  await page.getByRole('button', { name: 'Accept it' }).waitFor()
}

const openPanel = async (page: Page) => {
  await page.getByRole('complementary', { name: 'keyed.demo.eth' }).getByText('Claimed').first().waitFor()
}

const inWorkspace = (screen: string) => `/console/workspaces/{workspaceId}/${screen}`

const dialogs: readonly OpenedDialog[] = [
  { path: '/', opener: 'Shortcuts' },
  { path: '/n/keyed.demo.eth', opener: 'QR code of the Ethereum address' },
  { path: '/n/keyed.demo.eth', opener: 'It is mine: edit' },
  { path: '/n/keyed.demo.eth', opener: 'Use as primary name', before: edit },
  { path: '/n/keyed.demo.eth', opener: 'Transfer', before: edit },
  { path: '/n/keyed.demo.eth', opener: 'Release', before: edit },
  { path: '/n/keyed-sealed.demo.eth', opener: 'Review and sign', before: editSealed },
  { path: '/claim/demo.eth?label=keyed-claim', opener: 'Accept it', before: connectForSeal },
  { path: '/me', opener: 'Connect your wallet' },
  { path: '/console', opener: 'Open a workspace' },
  { path: domain, opener: 'Share claim page' },
  { path: domain, opener: /Search or go to/ },
  { path: `${domain}/names`, opener: 'New name' },
  { path: `${domain}/names`, opener: 'Templates' },
  { path: `${domain}/names`, opener: 'Export' },
  { path: `${domain}/names?open=keyed`, opener: 'Edit the tags and the note', before: openPanel },
  { path: `${domain}/names?open=keyed`, opener: 'Leave a message for the holder', before: openPanel },
  { path: `${domain}/names?open=keyed`, opener: 'Revoke…', before: openPanel },
  { path: `${domain}/invitations`, opener: 'New invitation' },
  { path: `${domain}/invitations`, opener: /^Revoke the invitation/ },
  { path: `${domain}/settings`, opener: 'Add a host' },
  { path: `${domain}/settings`, opener: 'Block the domain' },
  { path: `${domain}/settings`, opener: 'Delete demo.eth' },
  { path: inWorkspace('keys'), opener: 'New key' },
  { path: inWorkspace('keys'), opener: /^Replace / },
  { path: inWorkspace('keys'), opener: /^Revoke / },
  { path: inWorkspace('members'), opener: 'Add a member' },
  { path: inWorkspace('webhooks'), opener: 'New webhook' },
  { path: inWorkspace('webhooks'), opener: 'Send events again' },
  { path: inWorkspace('webhooks'), opener: 'Delete' },
]

describeInBrowser('With a keyboard only', (browser) => {
  test.each([
    { label: 'by-key', forcedColors: 'none' },
    { label: 'by-key-in-contrast', forcedColors: 'active' },
  ] as const)('rule: $label is claimed from the empty field to the finished screen', async (one) => {
    const { label, forcedColors } = one
    const { page, problems } = await visit(
      browser(),
      `${sandbox.file.url}/claim/demo.eth`,
      withWallet(sandbox, 1),
    )
    await page.emulateMedia({ forcedColors })
    await tabTo(page, page.getByLabel('Your name'))
    await page.keyboard.type(label)
    await page.getByText('Free').waitFor()
    await enter(page, page.getByRole('button', { name: /^Claim / }))
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }))
    const title = page.getByRole('heading', { name: `${label}.demo.eth` })
    await title.waitFor()
    await expectFocus(title)
    await tabTo(page, page.getByRole('button', { name: 'Share' }).first())
    await tabTo(page, page.getByRole('link', { name: 'Edit my profile' }))
    expect(problems).toEqual([])
  })

  test('rule: the console is entered, names are opened, one is issued and the palette leads on', async () => {
    const { page } = await visit(browser(), `${sandbox.file.url}/console`, {
      ...withWallet(sandbox, 0),
      width: 1280,
    })
    await enter(page, page.getByRole('button', { name: 'Sign in with your wallet' }))
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }))
    await enter(page, page.getByRole('main').getByRole('link', { name: 'demo.eth' }).first())
    await page.getByText('Points to this service').waitFor()
    await enter(page, page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Names' }))
    await enter(page, page.getByRole('button', { name: 'New name' }))
    const dialog = page.getByRole('dialog', { name: 'New name' })
    await tabTo(page, dialog.getByLabel('Name', { exact: true }))
    await page.keyboard.type('issued-by-key')
    await tabTo(page, dialog.getByLabel('Address or ENS name of the holder'))
    await page.keyboard.type(user(sandbox, 2).address)
    await enter(page, dialog.getByRole('button', { name: 'Issue', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('complementary', { name: 'issued-by-key.demo.eth' }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await palette.waitFor()
    await page.keyboard.type('webhooks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await palette.waitFor({ state: 'detached' })
  })

  test.each(dialogs)(
    'rule: the dialog of "$opener" of $path keeps the focus, and returns it',
    async (one) => {
      const { path, opener, before } = one
      const at = path.replace('{workspaceId}', sandbox.file.workspaceId)
      const { page } = path.startsWith('/console')
        ? await revisitSignedIn(browser(), sandbox, at)
        : await revisit(browser(), 'public', sandbox.file.url + at, {
            ...withWallet(sandbox, 0),
            width: 1280,
          })
      await before?.(page)
      const button = page.getByRole('button', { name: opener }).first()
      const dialog = page.getByRole('dialog')
      for (const close of ['Escape', 'Enter'] as const) {
        await enter(page, button)
        await dialog.waitFor().catch(async (cause: unknown) => {
          throw new Error(`No dialog opened; the focus is on ${await describeFocus(page)}`, { cause })
        })
        const controls = await dialog.locator('button, input, select, textarea, summary, a').count()
        const steps = close === 'Escape' ? Math.min(controls + 2, 25) : 0
        for (let step = 0; step < steps; step++) await pressTab(page)
        const closing = dialog.getByRole('button', { name: 'Close' })
        if (close === 'Enter' && (await closing.count()) > 0) await enter(page, closing)
        else await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await expectFocus(button)
      }
    },
  )

  test('rule: a button that is busy keeps the focus', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, `${domain}/settings`)
    await page.getByLabel('At most').fill('700')
    const released = Promise.withResolvers<void>()
    await page.route('**/*limit*', async (route) => {
      await released.promise
      await route.continue()
    })
    const button = page.locator('form[name=limit]').getByRole('button', { name: /^Sav/ })
    await enter(page, button)
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await expectFocus(button)
    expect(await button.isDisabled()).toBe(true)
    released.resolve()
    await page.getByText('The limit is saved.').waitFor()
    await expectFocus(button)
  })

  test('rule: the focus goes into the editor of a name, and back to its button', async () => {
    const { page } = await visit(browser(), `${sandbox.file.url}/n/keyed.demo.eth`, withWallet(sandbox, 0))
    const button = page.getByRole('button', { name: 'It is mine: edit' })
    await enter(page, button)
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }))
    const editor = page.getByRole('region', { name: 'Edit' })
    await editor.waitFor()
    await expectFocus(editor)
    await enter(page, page.getByRole('button', { name: 'Done' }))
    await editor.waitFor({ state: 'detached' })
    await expectFocus(button)
  })
})

async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
}
