import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseOption, issueName } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'ada' })
  await sandbox.call('GET', '/byname/v1/domains/missing.eth?chainId=1', {
    headers: { 'x-api-key': sandbox.file.apiKey },
  })
})
afterAll(() => sandbox.stop())

describeInBrowser('The log of requests in the console', (browser) => {
  test('shows what programs sent and what was answered; failed ones alone, and of one key', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth')
    const { page, problems } = opened
    await page.getByRole('link', { name: 'Request log' }).click()
    const failed = page.getByRole('listitem').filter({ hasText: '/byname/v1/domains/missing.eth' })
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return failed.count()
      })
      .toBe(1)
    expect(await failed.textContent()).toMatch(/404GET .*EnsNotFoundSandbox/)
    const row = page.getByRole('listitem').filter({ hasText: /GET|POST/ })
    expect(await row.count()).toBeGreaterThan(1)
    await assertWellFormed(opened)
    await page.getByText('Failed', { exact: true }).click()
    await expect.poll(() => row.count()).toBe(1)
    await chooseOption(page, 'API key', 'Sandbox')
    await failed.waitFor()
    expect(problems).toEqual([])
  })

  test('a list that cannot be read is an error with another try', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth')
    await page.context().route('**/requests?*', (route) => route.abort())
    await page.getByRole('link', { name: 'Request log' }).click()
    await page.getByText('The requests could not be read.').waitFor()
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page
      .getByText('No request')
      .or(page.getByRole('listitem').filter({ hasText: 'GET' }))
      .first()
      .waitFor()
  })
})
