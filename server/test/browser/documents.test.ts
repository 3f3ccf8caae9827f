import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'alice' })
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const body = { branding: { directory: 'on' } }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
})
afterAll(() => sandbox.stop())

const paths = [
  '/',
  '/claim/demo.eth',
  '/directory/demo.eth',
  '/me',
  '/claim/absent.eth',
  '/n/absent.demo.eth',
  '/absent',
]

describeInBrowser('The documents', (browser) => {
  test.each(paths)('%s is accessible at every width, light and dark', async (path) => {
    const opened = await visit(browser(), sandbox.file.url + path)
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    // The browser logs the 404 of the document itself.
    opened.problems.splice(0, path.includes('absent') ? 1 : 0)
    await assertWellFormed(opened)
  })

  test.each(['/', '/claim/demo.eth'])(
    'on %s, a key goes to the field, another shows the shortcuts',
    async (path) => {
      const opened = await visit(browser(), sandbox.file.url + path)
      const { page } = opened
      const field = page.getByRole('textbox').first()
      const isFocused = () => field.evaluate((element) => element.matches(':focus'))
      // Keys that are pressed before the script has taken over do nothing.
      const press = () => page.keyboard.press('/').then(isFocused)
      await expect.poll(press).toBe(true)
      await page.keyboard.press('?')
      expect(await field.inputValue()).toBe('?')
      await page.getByRole('link', { name: 'My names' }).focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
      await assertWellFormed(opened)
      await page.getByLabel('Use / and ? as shortcuts').uncheck()
      await page.keyboard.press('Escape')
      await page.keyboard.press('/')
      expect(await isFocused()).toBe(false)
    },
  )

  test.each(['/claim/demo.eth', '/n/alice.demo.eth'])(
    'the foot of %s names this service, and offers a visitor nothing of it',
    async (path) => {
      const { page } = await visit(browser(), sandbox.file.url + path)
      const foot = page.getByRole('contentinfo')
      expect(await foot.innerText()).toMatch(/^Names by Byname\s+Language:\s+English$/)
      expect(await foot.getByRole('button').count()).toBe(0)
    },
  )

  test('the page of a free name leads to its claim', async () => {
    const { page } = await visit(browser(), `${sandbox.file.url}/n/nobody.demo.eth`)
    await page.getByRole('heading', { level: 1, name: 'nobody.demo.eth' }).waitFor()
    await page.getByText('It is free').waitFor()
    await page.getByRole('link', { name: /^Claim / }).click()
    await page.getByText('Free').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('nobody')
  })

  test.each([
    ['/n/alice.other.eth', 'No domain of this service has it.'],
    ['/claim/other.eth', 'No domain of this service has it.'],
    ['/nonsense', 'There is no such page.'],
  ])('%s says in words what is missing', async (path, sentence) => {
    const { page } = await visit(browser(), sandbox.file.url + path)
    await page.getByText(sentence).waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/chain|11155111|onboarded/)
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await page.getByRole('heading', { name: 'A name for your wallet.' }).waitFor()
  })

  test('the theme that a visitor has chosen is in the next document, before any script', async () => {
    const { page, problems } = await visit(browser(), sandbox.file.url)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.reload()
    expect(await page.content()).toContain('<html lang="en" data-theme="dark">')
    expect(problems).toEqual([])
  })
})
