import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, visit } from '../support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describeInBrowser('The history of the browser', (browser) => {
  const open = async (label: string) => {
    const name = await issueName(sandbox, { label, text: [{ key: 'name', value: 'Before' }] })
    const { page, problems } = await visit(browser(), `${sandbox.file.url}/n/${name}`, withWallet(sandbox, 1))
    await page.getByText('Sends to').waitFor()
    return { page, problems }
  }

  const edit = async (page: Page) => {
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    await page.getByLabel('Display name').fill('After')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
  }

  test('back after saving shows the new profile', async () => {
    const { page, problems } = await open('changed')
    await edit(page)
    await page.goto(`${sandbox.file.url}/me`)
    await page.goBack()
    await page.getByText('After').waitFor()
    expect(await page.getByText('Before').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('a page that the browser has kept is read again when it is restored', async () => {
    const { page } = await open('kept')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await edit(other)
    // The browser of the tests keeps no pages, so its event is sent here.
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await page.getByText('After').waitFor()
  })

  test('back to a name that was released meanwhile shows that it is free', async () => {
    const { page } = await open('leaving')
    await page.goto(`${sandbox.file.url}/me`)
    await sandbox.call('POST', '/ens/v1/subname/admin-revoke', {
      headers: { 'x-api-key': sandbox.file.adminKey },
      body: { username: 'leaving', ensDomain: 'demo.eth', chainId: 1 },
    })
    await page.goBack()
    await page.getByText('It is free').waitFor()
  })
})
