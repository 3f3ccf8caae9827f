import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertPopupWellFormed, describeInBrowser, revisit, visit } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { claim, openClaims } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { apiKey, workspaceId } = sandbox.file
  const text = [{ key: 'url', value: 'https://typed.example' }]
  await issueName(sandbox, { label: 'typed', holder: 0, text })
  const headers = { 'x-api-key': apiKey }
  const body = { url: 'https://app.example/hooks', workspaceId }
  dataOf(await sandbox.call('POST', '/byname/v1/webhooks', { headers, body }), 201)
  const demo = { name: 'demo.eth', chainId: 1 }
  await openClaims({ call: sandbox.call, key: apiKey }, demo, { needsApproval: true })
  dataOf(await claim(sandbox, demo, 'waiting', user(sandbox, 3)), 201)
})
afterAll(() => sandbox.stop())

const domain = '/console/domains/1/demo.eth'
const inWorkspace = (screen: string) => `/console/workspaces/{workspaceId}/${screen}`

interface TypedDialog {
  readonly path: string
  readonly opener: string | RegExp
  readonly field: string
  /** Absent: the page shows the opener. */
  readonly before?: (page: Page) => Promise<unknown>
}

const edit = async (page: Page) => {
  await page.getByRole('button', { name: 'It is mine: edit' }).click()
  await chooseWallet(page)
  await page.getByLabel('Display name').waitFor()
}

/** Each kind of dialog in which one types. */
const dialogs: Readonly<Record<string, TypedDialog>> = {
  'a new name': { path: `${domain}/names`, opener: 'New name', field: 'Name' },
  'a new template': {
    path: `${domain}/names?open=typed`,
    opener: 'Save as a template',
    field: 'Name of the template',
  },
  'tags and a note': {
    path: `${domain}/names?open=typed`,
    opener: 'Edit the tags and the note',
    field: 'Note for the workspace',
  },
  'a message': {
    path: `${domain}/names?open=typed`,
    opener: 'Leave a message for the holder',
    field: 'Message',
  },
  'a new invitation': { path: `${domain}/invitations`, opener: 'New invitation', field: 'Note' },
  'a new host': { path: `${domain}/settings`, opener: 'Add a host', field: 'Host' },
  'a block': { path: `${domain}/settings`, opener: 'Block the domain', field: 'Reason (optional)' },
  'a decision': { path: `${domain}/requests`, opener: 'Decline…', field: 'Comment (optional)' },
  'a deletion': { path: `${domain}/settings`, opener: 'Delete demo.eth', field: 'Type demo.eth to confirm' },
  'a new key': { path: inWorkspace('keys'), opener: 'New key', field: 'Name' },
  'a new member': { path: inWorkspace('members'), opener: 'Add a member', field: 'Address or ENS name' },
  'a new webhook': { path: inWorkspace('webhooks'), opener: 'New webhook', field: 'URL' },
  'a new workspace': { path: '/console', opener: 'Open a workspace', field: 'Name of the workspace' },
  'a transfer': {
    path: '/n/typed.demo.eth',
    opener: 'Transfer',
    field: 'Address or ENS name of the new holder',
    before: edit,
  },
  'a release': {
    path: '/n/typed.demo.eth',
    opener: 'Release',
    field: 'To go on, type typed.demo.eth',
    before: edit,
  },
}

describeInBrowser('A dialog in which something is typed', (browser) => {
  const open = (path: string) =>
    path.startsWith('/console')
      ? revisitSignedIn(browser(), sandbox, path.replace('{workspaceId}', sandbox.file.workspaceId))
      : revisit(browser(), 'public', sandbox.file.url + path, { ...withWallet(sandbox, 0), width: 1280 })

  test.each(Object.entries(dialogs))(
    'rule: %s is not lost by Escape, by a click beside it or by its button',
    async (_, { path, opener, field: title, before }) => {
      const opened = await open(path)
      const { page, problems } = opened
      await before?.(page)
      await page.getByRole('button', { name: opener }).first().click()
      const field = page.getByRole('dialog').getByLabel(title, { exact: true })
      const question = page.locator('dialog dialog', { hasText: 'Discard changes?' })
      await field.fill('typed')
      await page.mouse.click(5, 5)
      expect(await field.inputValue()).toBe('typed')
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click(),
      ]) {
        await close()
        await question.waitFor()
        await question.getByRole('button', { name: 'Keep editing' }).click()
        await question.waitFor({ state: 'detached' })
        expect(await field.inputValue()).toBe('typed')
      }
      // Escape in the question keeps it, too.
      await page.keyboard.press('Escape')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await field.inputValue()).toBe('typed')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: opener }).first().click()
      expect(await field.inputValue()).toBe('')
      expect(problems).toEqual([])
    },
  )

  test('rule: nothing is asked where nothing is typed, or where it was deleted again', async () => {
    const { page } = await open(`${domain}/names`)
    const dialog = page.getByRole('dialog', { name: 'New name' })
    await page.getByRole('button', { name: 'New name' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New name' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('typed')
    await dialog.getByLabel('Name', { exact: true }).fill('')
    await dialog.getByLabel('Invite').check()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('rule: the question is accessible, and in the language of the page', async () => {
    const url = `${sandbox.file.url}/n/typed.demo.eth`
    const opened = await visit(browser(), url, { ...withWallet(sandbox, 0), locale: 'de-DE', width: 1280 })
    const { page } = opened
    await page.locator('button', { hasText: 'bearbeiten' }).click()
    await chooseWallet(page)
    await page.getByRole('button', { name: 'Aufgeben' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('typed')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Änderungen verwerfen?' }).waitFor()
    await assertPopupWellFormed(opened, 'dialog[open] dialog[open]')
  })

  test('rule: changes of a name are discarded after a question, and kept where its panel is closed', async () => {
    const { page } = await open(`${domain}/names?open=typed`)
    const panel = page.getByRole('complementary', { name: 'typed.demo.eth' })
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await edit(page)
    await panel.getByLabel('Display name').fill('Not saved')
    await panel.getByRole('button', { name: 'Transfer' }).click()
    // Escape closes the dialog, and not the panel below it.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await panel.getByLabel('Display name').inputValue()).toBe('Not saved')
    await panel.getByLabel('Display name').press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'typed.demo.eth', exact: true }).click()
    await edit(page)
    expect(await panel.getByLabel('Display name').inputValue()).toBe('Not saved')
    await panel.getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await panel.getByLabel('Display name').inputValue()).toBe('Not saved')
    await panel.getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await panel.getByRole('button', { name: 'It is mine: edit' }).waitFor()
    await edit(page)
    expect(await panel.getByLabel('Display name').inputValue()).toBe('')
  })
})
