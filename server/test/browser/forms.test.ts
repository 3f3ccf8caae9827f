import type { Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

interface FilledForm {
  readonly path: string
  /** A button that opens the form. */
  readonly opener?: string
  readonly typed: Readonly<Record<string, string>>
  readonly button: string
  /** What did not happen. */
  readonly failure: string
}

const domain = '/console/domains/1/demo.eth'

const forms: readonly FilledForm[] = [
  {
    path: `${domain}/claim-page`,
    typed: { 'Shortest label': '4', 'Reserved labels': 'support\nteam', 'Names a wallet can take': '3' },
    button: 'Save the rules',
    failure: 'The rules were not saved.',
  },
  {
    path: `${domain}/claim-page`,
    typed: { Title: 'The demo', Links: 'Rules https://example.com/rules' },
    button: 'Save the branding',
    failure: 'The branding was not saved.',
  },
  {
    path: `${domain}/settings`,
    typed: { Hosts: 'app.example' },
    button: 'Save',
    failure: 'The sites were not saved.',
  },
  {
    path: '/console/instance',
    typed: { 'Add an operator': `0x${'12'.repeat(20)}` },
    button: 'Add',
    failure: 'The operator was not added.',
  },
]

const sent = (request: Request) => ['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method())

describeInBrowser('Forms', (browser) => {
  test.each(forms)(
    'rule: "$failure" stands within the view with its reason, and keeps what was typed',
    async ({ path, typed, button, failure }) => {
      const { page, problems } = await visitConsole(browser(), sandbox, path)
      const form = page.locator('form', {
        has: page.getByLabel(Object.keys(typed)[0] ?? '', { exact: true }),
      })
      for (const [title, text] of Object.entries(typed))
        await form.getByLabel(title, { exact: true }).fill(text)
      const alert = form.getByRole('alert').filter({ hasText: failure })
      for (const [fail, reason] of failures) {
        const undo = await fail(page)
        await form.getByRole('button', { name: button, exact: true }).click()
        await alert.filter({ hasText: reason }).waitFor()
        await expect.poll(() => isWithinView(page, failure), { timeout: 5_000 }).toBe(true)
        for (const [title, text] of Object.entries(typed))
          expect(await form.getByLabel(title, { exact: true }).inputValue(), reason).toBe(text)
        expect(await form.getByRole('button', { name: button, exact: true }).isEnabled()).toBe(true)
        await undo()
      }
      expect(problems.filter((problem) => !problem.startsWith('Failed to load resource'))).toEqual([])
    },
    60_000,
  )

  test('rule: a field that the service refuses is marked, has the reason beside it, and gets the focus', async () => {
    const opened = await visitConsole(browser(), sandbox, `${domain}/claim-page`)
    const { page, problems } = opened
    await page.setViewportSize({ width: 360, height: 780 })
    const field = page.getByLabel('Longest label', { exact: true })
    await field.fill('99')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByRole('alert').filter({ hasText: 'maxLength: ' }).waitFor()
    // The browser logs the response of 400.
    problems.splice(0)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const [description = ''] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    expect(await page.locator(`[id="${description}"]`).textContent()).toMatch(/63/)
    expect(await page.evaluate('document.activeElement.name')).toBe('maxLength')
    expect(await page.getByLabel('Shortest label').getAttribute('aria-invalid')).not.toBe('true')
    await assertWellFormed(opened)
    await field.fill('60')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('The rules are saved.').waitFor()
    expect(await page.getByLabel('Longest label').getAttribute('aria-invalid')).not.toBe('true')
    expect(problems).toEqual([])
  }, 60_000)

  test('rule: a form that is submitted twice at once is sent once', async () => {
    const { page } = await visitConsole(browser(), sandbox, `${domain}/settings`)
    await page.getByLabel('At most').fill('700')
    const requests: string[] = []
    page.on('request', (request) => {
      if (sent(request)) requests.push(request.url())
    })
    await page
      .locator('form', { has: page.getByLabel('At most') })
      .evaluate((form: { requestSubmit: () => void }) => {
        form.requestSubmit()
        form.requestSubmit()
      })
    await page.getByText('The limit is saved.').waitFor()
    expect(requests).toHaveLength(1)
  })

  test('rule: the editor of a name keeps what was typed when the network is lost', async () => {
    const name = await issueName(sandbox, { label: 'typed', holder: 1 })
    const { page } = await visit(browser(), `${sandbox.file.url}/n/${name}`, withWallet(sandbox, 1))
    await page.getByRole('button', { name: 'Is it yours? Edit it' }).click()
    await chooseWallet(page)
    const field = page.getByLabel('Name', { exact: false }).first()
    await field.fill('Typed')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved.' }).waitFor()
    expect(await field.inputValue()).toBe('Typed')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
  }, 60_000)
})

type Undo = () => Promise<unknown>

/** What happens to a write, and the reason that the form shows. */
const failures: readonly (readonly [fail: (page: Page) => Promise<Undo>, reason: string])[] = [
  [respond(409, 'ConflictException: It was changed elsewhere.'), 'It was changed elsewhere.'],
  [respond(500, undefined), 'The server could not answer.'],
  [intercept((route) => route.abort()), 'The server cannot be reached.'],
  [
    async (page) => {
      await page.context().setOffline(true)
      return () => page.context().setOffline(false)
    },
    'The server cannot be reached.',
  ],
]

function respond(status: number, error: string | undefined) {
  return intercept((route) =>
    route.fulfill({ status, json: error === undefined ? {} : { result: { error } } }),
  )
}

function intercept(handle: (route: Route) => Promise<void>) {
  return async (page: Page): Promise<Undo> => {
    const isWrite = (route: Route) => (sent(route.request()) ? handle(route) : route.continue())
    await page.route('**/*', isWrite)
    return () => page.unroute('**/*', isWrite)
  }
}

/** Whether the title of the notice is where the visitor looks. */
async function isWithinView(page: Page, text: string): Promise<boolean> {
  const box = await page.getByRole('alert').getByText(text).boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return (
    box !== null && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width
  )
}
