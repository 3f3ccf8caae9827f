import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { issueName } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
const path = '/console/domains/1/demo.eth'
const statistics = '**/byname/v1/domains/demo.eth/statistics?*'

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'ada' })
})
afterAll(() => sandbox.stop())

/** Until every part of the overview is read. */
async function waitForAll(page: Page): Promise<void> {
  await page.getByText('Points to this service').waitFor()
  await page.getByText('Ready', { exact: true }).waitFor()
  await page.getByText(/^(Until|Expires|No end)/).waitFor()
  await page.getByText('No wallet has looked up a name').waitFor()
  await page.getByText('ada.demo.eth').waitFor()
  await page.getByRole('definition').filter({ hasText: 'None' }).waitFor()
}

describeInBrowser('The overview of a domain', (browser) => {
  test('shows health, counts and the newest names, at every width, light and dark', async () => {
    const opened = await visitConsole(browser(), sandbox, path)
    const { page } = opened
    await waitForAll(page)
    await assertWellFormed(opened)
  })

  test('reads itself in six requests, beside those of the frame', async () => {
    const { page } = await visitConsole(browser(), sandbox, path)
    await waitForAll(page)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch')
        requests.push(
          `${request.method()} ${new URL(request.url()).pathname.replace(/[\da-f-]{36}/, '{id}')}`,
        )
    })
    await page.reload()
    await waitForAll(page)
    expect(requests.toSorted()).toEqual([
      'GET /byname/v1/domains/demo.eth',
      // The navigation says how many claims wait.
      'GET /byname/v1/domains/demo.eth/claims',
      'GET /byname/v1/domains/demo.eth/setup',
      // Of the domain on the other chain: the navigation marks domains that need something.
      'GET /byname/v1/domains/demo.eth/setup',
      'GET /byname/v1/domains/demo.eth/statistics',
      'GET /byname/v1/events',
      'GET /byname/v1/session',
      'GET /byname/v1/workspaces',
      // The activity has the names of API keys.
      'GET /byname/v1/workspaces/{id}/api-keys',
      // The navigation lists the domains of one workspace.
      'GET /ens/v1/ens/workspace/{id}',
      'GET /ready',
    ])
  })

  test('settings and claim page open from it, and lead back', async () => {
    const { page } = await visitConsole(browser(), sandbox, path)
    const counts = page.getByRole('definition').filter({ hasText: 'None' })
    await counts.waitFor()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('heading', { name: 'Number of names' }).waitFor()
    await page.getByRole('link', { name: 'Claim page' }).first().click()
    await page.getByRole('heading', { name: 'Allow-list' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await counts.waitFor()
  })

  test('lookups are a chart in the colours of the theme', async () => {
    const opened = await visitConsole(browser(), sandbox, '/console')
    const { page } = opened
    const periods = Array.from({ length: 168 }, (_, index) => ({
      start: new Date(Date.now() - (168 - index) * 3_600_000).toISOString(),
      lookups: index % 24,
      absent: 0,
    }))
    const data = { domain: 'demo.eth', chainId: 1, from: '', to: '', lookups: 1932, absent: 4, periods }
    await page
      .context()
      .route(statistics, (route) =>
        route.fulfill({ json: { statusCode: 200, result: { data, error: null } } }),
      )
    await page.goto(sandbox.file.url + path)
    await page.getByRole('img', { name: 'Lookups by hour: 1932 in seven days' }).waitFor()
    await assertWellFormed(opened)
  })

  test('a part that cannot be read is an error with another try, beside the others', async () => {
    const { page } = await visitConsole(browser(), sandbox, '/console')
    await page.context().route(statistics, (route) => route.abort())
    await page.goto(sandbox.file.url + path)
    await page.getByText('The lookups were not read.').waitFor()
    await page.getByText('ada.demo.eth').waitFor()
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No wallet has looked up a name').waitFor()
    expect(page.url()).toBe(sandbox.file.url + path)
  })
})
