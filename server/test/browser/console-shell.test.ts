import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { chooseWallet, withWallet } from '../support/browser/pages.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { testEnvironment } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox
const adminKey = 'admin-key-of-the-console-test'

beforeAll(async () => {
  sandbox = await startTestSandbox({ ADMIN_API_KEY: adminKey })
})
afterAll(() => sandbox.stop())

describeInBrowser('The console', (browser) => {
  const open = (path: string, options = {}) => visitConsole(browser(), sandbox, path, options)

  test('the sign-in is accessible at every width, light and dark', async () => {
    const opened = await visit(browser(), `${sandbox.file.url}/console`)
    await opened.page.getByRole('heading', { name: 'Console' }).waitFor()
    opened.problems.splice(0, 1)
    await assertWellFormed(opened)
  })

  test('a wallet signs in where it wanted to go, sees its domains, and signs out', async () => {
    const opened = await open('/console?from=link')
    const { page } = opened
    expect(page.url()).toBe(`${sandbox.file.url}/console?from=link`)
    await page.getByRole('main').getByRole('link', { name: 'demo.eth' }).first().waitFor()
    await page.getByText('Resolves here').first().waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with your wallet' }).waitFor()
    expect(opened.problems).toEqual([])
  })

  test('an admin key signs in, and a wrong one is refused', async () => {
    const { page } = await visit(browser(), `${sandbox.file.url}/console`)
    await page.getByText('Use an admin key instead').click()
    await page.getByLabel('Admin key').fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You are not signed in.').waitFor()
    await page.getByLabel('Admin key').fill(adminKey)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
  })

  test('a wallet without a workspace is shown what to do', async () => {
    const opened = await open('/console', { index: 4 })
    await opened.page.getByText('You are not a member of a workspace.').waitFor()
    expect(opened.problems).toEqual([])
  })

  test('a wallet that declines stays signed out', async () => {
    const { page } = await visit(
      browser(),
      `${sandbox.file.url}/console`,
      withWallet(sandbox, 0, { declines: true }),
    )
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
    await chooseWallet(page)
    await page.getByText('You declined in your wallet.').waitFor()
  })

  test('a session that has ended leads to the sign-in, and back', async () => {
    const { page } = await open('/console/domains/1/demo.eth/names?search=ali')
    // What is read later leads to the sign-in by itself.
    await page.getByText('No name is like that.').waitFor()
    await page.getByRole('link', { name: 'demo.eth Sepolia' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Your domains' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
    await chooseWallet(page)
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
  })

  test('keys show themselves, and an unknown screen leads back', async () => {
    const { page } = await open('/console/absent')
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Go to all domains' }).click()
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
  })

  test('a failure says what did not happen, and is tried again', async () => {
    const { page } = await open('/console')
    await page.context().route('**/ens/v1/ens/workspace/*', (route) => route.abort())
    await page.reload()
    const workspace = page.getByRole('region', { name: 'Sandbox' })
    await workspace.getByText('The domains were not read.').waitFor()
    await page.context().unrouteAll()
    await workspace.getByRole('button', { name: 'Try again' }).click()
    await workspace.getByRole('link', { name: 'demo.eth' }).first().waitFor()
  })

  test('rule: a page of another site does not get back after the sign-in', async () => {
    const { page } = await open('/console/sign-in?to=https%3A%2F%2Fevil.example')
    expect(page.url()).toBe(`${sandbox.file.url}/console`)
  })

  test('rule: who opens the link of a start without operators becomes one', async () => {
    const folder = await temporaryFolder()
    const { readOutput } = await startServeProcess(testEnvironment(folder, undefined))
    await waitUntil('the link is in the folder', () => readOutput().includes('Open the link in'))
    const link = (await readFile(join(folder, 'setup-link'), 'utf8')).trim()
    const { page, problems } = await visit(browser(), link, { ...withWallet(sandbox, 3), width: 1280 })
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
    // The browser logs the 401 of the first look for a session.
    problems.splice(0, 1)
    await chooseWallet(page)
    await page.getByRole('link', { name: 'Instance', exact: true }).click()
    await page.getByText(user(sandbox, 3).address.slice(0, 6)).first().waitFor()
    expect(page.url()).not.toContain('setup=')
    expect(problems).toEqual([])
  })
})
