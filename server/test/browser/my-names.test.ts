import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { chooseWallet, invite, issueName, withWallet } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const body = { branding: { accent: '#d6336c' } }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
})
afterAll(() => sandbox.stop())

describeInBrowser('My names', (browser) => {
  const open = async (index: number, options = {}) => {
    const opened = await visit(browser(), `${sandbox.file.url}/me`, withWallet(sandbox, index, options))
    await opened.page.getByRole('button', { name: 'Connect your wallet' }).click()
    await chooseWallet(opened.page)
    return opened
  }

  test('a wallet without names is shown where to claim one', async () => {
    const opened = await open(3)
    await opened.page.getByText('No name yet.').waitFor()
    const documentation = opened.page.locator('footer a[href="/docs"]')
    expect(await documentation.count()).toBe(0)
    await assertWellFormed(opened)
    await opened.page.goto(sandbox.file.url)
    await documentation.waitFor()
  })

  test('names of every chain are listed, invitations accepted and declined', async () => {
    await issueName(sandbox, { label: 'mainnet-name' })
    await issueName(sandbox, { label: 'test-name', chainId: 11155111 })
    await invite(sandbox, { label: 'wanted' })
    await invite(sandbox, { label: 'unwanted' })
    const opened = await open(1)
    const { page } = opened
    await page.getByRole('button', { name: 'Accept wanted.demo.eth' }).waitFor()
    // Those of Sepolia have an owner without an accent.
    const drawn = await page
      .locator('main li img')
      .evaluateAll((found) => found.map((img) => img.getAttribute('src')))
    expect(drawn.filter((source) => source?.endsWith('?accent=d6336c'))).toHaveLength(3)
    expect(drawn).toContain('/_/avatars/test-name.demo.eth')
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Accept wanted.demo.eth' }).click()
    await page.getByRole('link', { name: 'wanted.demo.eth' }).waitFor()
    await page.getByRole('button', { name: 'Decline unwanted.demo.eth' }).click()
    await page.getByRole('heading', { name: 'Invitations' }).waitFor({ state: 'detached' })
    const names = await page.locator('main li a').allInnerTexts()
    expect(names.map((name) => name.replaceAll('\n', ' ').trim()).toSorted()).toEqual([
      'mainnet-name.demo.eth',
      expect.stringContaining('test-name.demo.eth'),
      'wanted.demo.eth',
    ])
    expect((await sandbox.call('GET', '/byname/v1/names/unwanted.demo.eth?chainId=1')).status).toBe(404)
    expect(opened.problems).toEqual([])
  })

  test('of several names, the primary one is marked', async () => {
    await issueName(sandbox, { label: 'first', holder: 2 })
    const name = await issueName(sandbox, { label: 'second', holder: 2 })
    const profile = await visit(browser(), `${sandbox.file.url}/n/${name}`, withWallet(sandbox, 2))
    await profile.page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(profile.page)
    await profile.page.getByRole('button', { name: 'Use as primary name' }).click()
    await profile.page.getByRole('button', { name: 'Send it with my wallet' }).click()
    await profile.page.getByText('It is your primary name.').waitFor()
    const opened = await open(2)
    const marked = opened.page.locator('main li').filter({ hasText: 'Primary name on Ethereum' })
    await marked.getByText(name).waitFor()
    expect(await marked.count()).toBe(1)
    await assertWellFormed(opened)
  })

  test('the wallet is remembered after a reload without asking it, until the visitor disconnects', async () => {
    const { prepare, requested } = withWallet(sandbox, 3)
    const { page, problems } = await visit(browser(), `${sandbox.file.url}/me`, { prepare })
    const connect = page.getByRole('button', { name: 'Connect your wallet' })
    await connect.click()
    await chooseWallet(page)
    const disconnect = page.getByRole('button', { name: 'Disconnect' })
    await disconnect.waitFor()
    await page.reload()
    await disconnect.waitFor()
    expect(requested).toEqual(['eth_requestAccounts', 'eth_accounts'])
    await disconnect.click()
    await page.reload()
    await connect.waitFor()
    expect([requested.length, problems]).toEqual([2, []])
  })

  test('a server that cannot be reached is an error with another try', async () => {
    const opened = await visit(browser(), `${sandbox.file.url}/me`, withWallet(sandbox, 1))
    const { page } = opened
    await page.context().route('**/ens/v2/subnames/all*', (route) => route.abort())
    await page.getByRole('button', { name: 'Connect your wallet' }).click()
    await chooseWallet(page)
    await page.getByText('The server cannot be reached.').waitFor()
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Names', exact: true }).waitFor()
  })
})
