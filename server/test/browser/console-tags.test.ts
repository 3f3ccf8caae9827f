import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertPopupWellFormed, assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { chooseOption, issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
const path = '/console/domains/1/demo.eth/names'

beforeAll(async () => {
  sandbox = await startTestSandbox()
  for (const label of ['ada', 'ben', 'cleo'])
    await issueName(sandbox, { label, text: [{ key: 'com.twitter', value: `@${label}_works` }] })
  await issueName(sandbox, { label: 'elsewhere', chainId: 11155111 })
})
afterAll(() => sandbox.stop())

const notesOf = async (label: string) =>
  dataOf<{ readonly tags: readonly string[]; readonly note: string }>(
    await sandbox.call('GET', `/byname/v1/names/${label}.demo.eth/notes?chainId=1`, {
      headers: { 'x-api-key': sandbox.file.apiKey },
    }),
  )

const rowOf = (page: Page, label: string) => page.getByRole('row', { name: `${label}.demo.eth` })

const select = async (page: Page, ...labels: readonly string[]) => {
  for (const label of labels) await page.getByRole('checkbox', { name: `Select ${label}.demo.eth` }).check()
}

describeInBrowser('Tags and notes in the console', (browser) => {
  const open = (search = '') => revisitSignedIn(browser(), sandbox, path + search)

  test('the panel of a name edits its tags and its note, which the list then shows', async () => {
    const opened = await open('?open=ada')
    const { page, problems } = opened
    const panel = page.getByRole('complementary', { name: 'ada.demo.eth' })
    await panel.getByText('None. They are for the workspace alone').waitFor()
    await panel.getByRole('button', { name: 'Edit the tags and the note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tags and note of ada.demo.eth' })
    await dialog.getByLabel('Add a tag').fill('VIP')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Add a tag').fill('draft,')
    await dialog.getByRole('button', { name: 'Remove the tag draft' }).click()
    await dialog.getByLabel('Add a tag').fill('Partner of the first hour')
    await dialog.getByLabel('Note for the workspace').fill('Paid until May.\nAsk Ben.')
    await assertPopupWellFormed(opened, 'dialog[open]')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText('Paid until May.').waitFor()
    await rowOf(page, 'ada').getByText('VIP').waitFor()
    expect(await notesOf('ada')).toMatchObject({
      tags: ['Partner of the first hour', 'VIP'],
      note: 'Paid until May.\nAsk Ben.',
    })
    await assertWellFormed(opened)
    expect(problems).toEqual([])
  })

  test('a change that another member made meanwhile is not overwritten', async () => {
    const { page } = await open('?open=ben')
    const panel = page.getByRole('complementary', { name: 'ben.demo.eth' })
    await panel.getByRole('button', { name: 'Edit the tags and the note' }).click()
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const body = { tags: ['meanwhile'] }
    dataOf(await sandbox.call('PATCH', '/byname/v1/names/ben.demo.eth/notes?chainId=1', { headers, body }))
    await page.getByLabel('Note for the workspace').fill('late')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The tags and the note were not saved.').waitFor()
    expect(await notesOf('ben')).toMatchObject({ tags: ['meanwhile'], note: '' })
  })

  test('the bulk bar adds tags, removes tags, sets the note, exports and revokes', async () => {
    const opened = await open()
    const { page, problems } = opened
    await select(page, 'ben', 'cleo')
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByRole('dialog', { name: 'Add tags to 2 names' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Choose the tag VIP' }).click()
    await page.getByLabel('Tag to add').fill('spring')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Changed: 2; so already: 0').waitFor()
    await rowOf(page, 'cleo').getByText('spring').waitFor()
    await page.getByRole('button', { name: 'Remove tags' }).click()
    await page.getByRole('button', { name: 'Choose the tag meanwhile' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Changed: 1; so already: 1').waitFor()
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await page.getByLabel('Note for the workspace').fill('of both')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page.getByText('Changed: 2; so already: 0').first().waitFor()
    for (const label of ['ben', 'cleo'])
      expect(await notesOf(label)).toMatchObject({ tags: ['spring', 'VIP'], note: 'of both' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export selected' }).click(),
    ])
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv).toContain('spring; VIP')
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('dialog', { name: 'Revoke 2 names?' }).waitFor()
    await page.keyboard.press('Escape')
    expect(problems).toEqual([])
  })

  test('names are found and filtered by tag, and found by text, also from another domain', async () => {
    const { page, problems } = await open()
    await chooseOption(page, 'Tag', 'spring')
    await rowOf(page, 'ada').waitFor({ state: 'detached' })
    await rowOf(page, 'ben').waitFor()
    expect(page.url()).toContain('tag=spring')
    await chooseOption(page, 'Tag', 'Any tags')
    await page.getByLabel('Search names').fill('first hour')
    await rowOf(page, 'ada').getByText('By tag').waitFor()
    await page.getByLabel('Search names').fill('@CLEO_w')
    await rowOf(page, 'cleo').getByText('By text').waitFor()
    await page.goto(new URL('/console/domains/11155111/demo.eth/names', page.url()).href)
    await page.getByLabel('Search names').fill('first hour')
    const others = page.getByRole('region', { name: 'Found in the workspace' })
    await others.getByRole('link', { name: 'ada.demo.eth' }).waitFor()
    await others.getByText('By a tag').waitFor()
    expect(problems).toEqual([])
  })

  test('an empty list has a button to the first name, a filtered one to all', async () => {
    const { page, problems } = await open('?tag=unknown')
    await page.getByText('No name is like that.').waitFor()
    await page.getByRole('button', { name: 'Show all names' }).click()
    await rowOf(page, 'ada').waitFor()
    const managed = '**/byname/v1/domains/demo.eth/managed-names?*'
    await page.route(managed, async (route) => {
      const response = await route.fetch()
      const body: unknown = await response.json()
      const empty = { data: [], next: null, total: { count: 0, isExact: true } }
      const result = { ...Object(Reflect.get(Object(body), 'result')), data: empty }
      await route.fulfill({ response, json: { ...Object(body), result } })
    })
    await page.reload()
    await page.getByText('No name yet.').waitFor()
    await page.getByText('Make the first one').getByRole('button', { name: 'New name' }).click()
    await page.getByRole('dialog', { name: 'New name' }).waitFor()
    await page.unroute(managed)
    expect(problems).toEqual([])
  })
})
