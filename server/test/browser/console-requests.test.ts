import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeApiRequests } from '../../src/core/api-requests.ts'
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
  test('opens each request; shows newer ones when asked, by key and by kind of status', async () => {
    await writeApiRequests(sandbox.context)
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth')
    const { page, problems } = opened
    await page.getByRole('link', { name: 'Request log' }).click()
    const requestOf = (path: string) => page.getByRole('listitem').filter({ hasText: path })
    const failed = requestOf('/byname/v1/domains/missing.eth')
    expect(await failed.textContent()).toMatch(/404GET .*EnsNotFoundSandbox/)
    await failed.locator('summary').click()
    for (const text of ['Read a domain', '404: what it asks for does not exist', 'Request id', 'Sandbox'])
      await failed.getByText(text).filter({ visible: true }).first().waitFor()
    const [guide] = await Promise.all([
      page.context().waitForEvent('page'),
      failed.getByRole('link', { name: 'EnsNotFound' }).click(),
    ])
    await guide.locator('tr:target', { hasText: 'EnsNotFound' }).waitFor()
    await guide.close()
    await assertWellFormed(opened)

    const headers = { 'x-api-key': sandbox.file.apiKey }
    await sandbox.call('GET', '/byname/v1/domains/later.eth?chainId=1', { headers })
    await writeApiRequests(sandbox.context)
    const show = page.getByRole('button', { name: 'Show 1 new request' })
    await show.waitFor()
    expect(await requestOf('later.eth').count()).toBe(0)
    expect(await failed.locator('details').getAttribute('open')).not.toBeNull()
    await assertWellFormed(opened)
    await show.click()
    await requestOf('later.eth').waitFor()
    await show.waitFor({ state: 'detached' })

    const row = page.getByRole('listitem').filter({ hasText: /GET|POST/ })
    await chooseOption(page, 'Status', 'Any error (4xx, 5xx)')
    await expect.poll(() => row.count()).toBe(2)
    await chooseOption(page, 'Status', 'Failures of the service (5xx)')
    await page.getByText('No request is like that.').waitFor()
    await chooseOption(page, 'Status', 'Rejected requests (4xx)')
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
