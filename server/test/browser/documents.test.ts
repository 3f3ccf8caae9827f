import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

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

  test('the theme that a visitor has chosen is in the next document, before any script', async () => {
    const { page, problems } = await visit(browser(), sandbox.file.url)
    await page.getByLabel('Theme').selectOption('Dark')
    await page.reload()
    expect(await page.content()).toContain('<html lang="en" data-theme="dark">')
    expect(problems).toEqual([])
  })
})
