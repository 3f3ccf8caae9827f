import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const paths = ['/', '/claim/demo.eth', '/me', '/claim/absent.eth']

describeInBrowser('The documents', (browser) => {
  test.each(paths)('%s is accessible at every width, light and dark', async (path) => {
    const opened = await visit(browser(), sandbox.file.url + path)
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    // The browser logs the 404 of the document itself.
    opened.problems.splice(0, path.includes('absent') ? 1 : 0)
    await assertWellFormed(opened)
  })

  test.each(['/', '/claim/demo.eth'])(
    'on %s, a key goes to the field, another shows the keys',
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
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await assertWellFormed(opened)
      await page.getByLabel('Use / and ? as keys').uncheck()
      await page.keyboard.press('Escape')
      await page.keyboard.press('/')
      expect(await isFocused()).toBe(false)
    },
  )

  test('the theme that a visitor has chosen is in the next document, before any script', async () => {
    const { page, problems } = await visit(browser(), sandbox.file.url)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.reload()
    expect(await page.content()).toContain('<html lang="en" data-theme="dark">')
    expect(problems).toEqual([])
  })
})
