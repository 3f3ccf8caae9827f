import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertPopupWellFormed,
  assertWellFormed,
  describeInBrowser,
  visit,
} from '../support/browser/browser.ts'
import { revisitSignedIn, visitConsole } from '../support/browser/console.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { testEnvironment } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox
const adminKey = 'admin-key-of-the-console-test'

beforeAll(async () => {
  sandbox = await startTestSandbox({ ADMIN_API_KEY: adminKey })
  await issueName(sandbox, { label: 'palette-name' })
})
afterAll(() => sandbox.stop())

describeInBrowser('The console', (browser) => {
  const open = (path: string, options = {}) => visitConsole(browser(), sandbox, path, options)
  const openSignedIn = (path: string) => revisitSignedIn(browser(), sandbox, path)

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
    await page.getByRole('button', { name: 'Account' }).click()
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
    await opened.page.getByText('Three steps to names that work in every wallet:').waitFor()
    expect(opened.problems).toEqual([])
  })

  test('a domain that was being added is offered in another browser, until it is there or forgotten', async () => {
    const { workspaceId, url } = sandbox.file
    const addDomain = `${url}/console/workspaces/${workspaceId}/add-domain`
    const one = await open('/console', { index: 0 })
    for (const domain of ['later.eth', 'never.eth', 'demo.eth']) {
      const begun = one.page.waitForResponse(
        (response) => /\/begun-domains\?/.test(response.url()) && response.request().method() === 'POST',
      )
      await one.page.goto(`${addDomain}?domain=${domain}&chainId=1`)
      await one.page.getByRole('list', { name: `Steps for ${domain}` }).waitFor()
      expect((await begun).status()).toBe(201)
    }
    const { page, problems } = await open('/console', { index: 0 })
    await page.getByText('later.eth is not here yet.').waitFor()
    // One of the workspace is there.
    expect(await page.getByText('is not here yet').count()).toBe(2)
    await page.getByRole('listitem').filter({ hasText: 'never.eth' }).getByRole('button').click()
    await page.getByText('never.eth is not here yet.').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Go on with it' }).click()
    await page.getByRole('list', { name: 'Steps for later.eth' }).waitFor()
    expect([...one.problems, ...problems]).toEqual([])
  })

  test('the settings have their parts in an index, what cannot be undone last and apart', async () => {
    const { page } = await open('/console/domains/1/demo.eth/settings', { index: 0 })
    const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link')
    await parts.first().waitFor()
    const titles = await parts.allTextContents()
    const height = page.viewportSize()?.height ?? 0
    const isInView = (top: number) => top >= 0 && top < height
    expect(titles.at(-1)).toBe('Danger')
    for (const title of titles) {
      await parts.filter({ hasText: title }).click()
      const part = page.getByRole('region', { name: title, exact: true })
      await expect.poll(async () => (await part.boundingBox())?.y ?? -1).toSatisfy(isInView)
    }
    await page
      .getByRole('region', { name: 'Danger', exact: true })
      .getByRole('button', { name: 'Delete' })
      .waitFor()
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
    await page.getByRole('link', { name: 'Sandbox' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
    await chooseWallet(page)
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
  })

  test('shortcuts show themselves, and an unknown screen leads back', async () => {
    const { page } = await openSignedIn('/console/absent')
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Go to all domains' }).click()
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
  })

  test('the command palette goes to names, screens and actions', async () => {
    const opened = await openSignedIn('/console/domains/1/demo.eth/settings')
    const { page } = opened
    const palette = page.getByRole('dialog', { name: 'Commands' })
    // One that is closed has no role while it is still there.
    const closed = () => page.locator('dialog[aria-label=Commands]').waitFor({ state: 'detached' })
    const run = async (text: string, title: string) => {
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(text)
      await palette.getByRole('option', { name: title, exact: true }).click()
      await closed()
    }
    await page.getByRole('button', { name: 'Search or go to' }).click()
    await palette.getByRole('option', { name: 'Claim page' }).waitFor()
    await assertPopupWellFormed(opened, 'dialog[open]')
    await palette.getByRole('combobox').fill('nothing is like this')
    await palette.getByText('Nothing found.').waitFor()
    await palette.getByRole('combobox').fill('nothing-here.eth')
    await palette.getByText('nothing-here.eth has no Ethereum address').waitFor()
    await page.keyboard.press('Escape')
    await closed()
    await run('palett', 'palette-name.demo.eth')
    await page.getByRole('complementary', { name: 'palette-name.demo.eth' }).waitFor()
    await run('activ', 'Activity')
    await page.goto(`${sandbox.file.url}/console/domains/11155111/demo.eth/settings`)
    // A key that is pressed before the script runs is lost; a click waits for what it presses.
    await page.getByRole('button', { name: 'Search or go to' }).click()
    await palette.getByRole('combobox').fill(user(sandbox, 1).address.slice(0, 9))
    await palette.getByRole('option', { name: 'palette-name.demo.eth' }).getByText('Held by 0x').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'palette-name.demo.eth' }).waitFor()
    expect(page.url()).toContain('/domains/1/demo.eth/names')
    await run('activ', 'Activity')
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await run('issue', 'New name')
    await page.getByRole('dialog', { name: 'New name' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'New name' }).waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.search === '')
    await run('sepolia', 'demo.eth Sepolia')
    await page.waitForURL('**/domains/11155111/demo.eth')
    await page.getByRole('heading', { name: 'demo.eth', level: 1 }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New name' }).waitFor()
    expect(opened.problems).toEqual([])
  })

  test('the frame is about one workspace and one domain, and remembers them', async () => {
    const opened = await open('/console/domains/11155111/demo.eth')
    const { page } = opened
    const navigation = page.getByRole('navigation', { name: 'Console' })
    const names = navigation.getByRole('link', { name: 'Names', exact: true })
    await navigation.getByRole('link', { name: 'demo.eth Sepolia' }).waitFor()
    await page.goto(`${sandbox.file.url}/console`)
    await names.waitFor()
    expect(await names.getAttribute('href')).toBe('/console/domains/11155111/demo.eth/names')
    expect(await navigation.getByRole('link', { name: 'Members' }).count()).toBe(1)
    await navigation.getByRole('button', { name: 'Sandbox' }).click()
    await assertPopupWellFormed(opened, '[role=menu]')
    await page.getByRole('menuitem', { name: 'Administration' }).click()
    await page.getByRole('heading', { name: 'Add a domain' }).waitFor()
    await names.waitFor({ state: 'detached' })
    await page.reload()
    await navigation.getByRole('button', { name: 'Administration' }).waitFor()
    expect(opened.problems).toEqual([])
  })

  test('on a phone the navigation is a drawer', async () => {
    const opened = await openSignedIn('/console/domains/1/demo.eth')
    const { page } = opened
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    await drawer.getByRole('link', { name: 'Names', exact: true }).waitFor()
    await assertPopupWellFormed(opened, 'dialog[open]')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('link', { name: 'Names', exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Names' }).waitFor()
    expect(opened.problems).toEqual([])
  })

  test('the account has the theme, which stays, and the shortcuts, which can be switched off', async () => {
    const opened = await open('/console')
    const { page } = opened
    const account = page.getByRole('dialog', { name: 'Account' })
    await page.getByRole('button', { name: 'Account' }).click()
    await account.getByRole('radio', { name: 'Dark' }).check()
    await assertPopupWellFormed(opened, '[role=dialog]')
    await account.getByRole('button', { name: 'Shortcuts' }).click()
    await page.getByLabel('Use /, n and ? as shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Shortcuts' }).count()).toBe(0)
    expect(opened.problems).toEqual([])
  })

  test('a point marks a domain that does not resolve here', async () => {
    const { devnet, file } = sandbox
    await devnet.setResolver(11155111, 'demo.eth', zeroAddress)
    const { page } = await openSignedIn('/console')
    await page.getByRole('link', { name: 'demo.eth Sepolia Not pointed here' }).waitFor()
    await devnet.setResolver(11155111, 'demo.eth', file.chains[11155111].resolver)
  })

  test('a failure says what did not happen, and is tried again', async () => {
    const { page } = await openSignedIn('/console')
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
