import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { embeddingPage } from '../support/browser/embedding.ts'
import { type HostSite, startHostSite } from '../support/browser/host-site.ts'
import { chooseWallet, invite, withWallet } from '../support/browser/pages.ts'
import { addAuthenticator, newPasskey } from '../support/browser/passkeys.ts'
import { mainnetContract, sealByTree } from '../support/chain/seal-labels.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
let site: HostSite

const labels = ['one', 'older', 'stranger', 'lost', 'late', 'asked', 'declined', 'embedded'] as const
const [own, strange] = [newPasskey(), newPasskey()]

beforeAll(async () => {
  ;[sandbox, site] = await Promise.all([startTestSandbox(), startHostSite()])
  const { address: holder } = user(sandbox, 1)
  await invite(sandbox, { label: 'older', holder: 3 })
  await sealByTree(sandbox, mainnetContract(sandbox), [
    ...labels.map((label) => ({ name: nameOf(label), holder })),
    { name: nameOf('by-passkey'), holder: own.holder, kind: 'passkey' },
  ])
})
afterAll(() => Promise.all([sandbox.stop(), site.stop()]))

type Label = (typeof labels)[number] | 'by-passkey'

const nameOf = (label: Label) => `${label}.demo.eth`
const urlOf = (label: Label) => `${sandbox.file.url}/claim/demo.eth?label=${label}`
const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })
const changeDomain = async (path: '' | '/policy', body: object) => {
  const headers = { 'x-api-key': sandbox.file.apiKey }
  dataOf(await sandbox.call('PATCH', `/byname/v1/domains/demo.eth${path}?chainId=1`, { headers, body }))
}
const requireApproval = (needsApproval: boolean) => changeDomain('/policy', { needsApproval })

/** The wallet of a user is connected, and the label is checked for it. */
const visitWith = async (browser: Browser, label: Label, index: number, options = {}) => {
  const { prepare, requested } = withWallet(sandbox, index, options)
  const opened = await visit(browser, urlOf(label), { prepare })
  const { page } = opened
  await page.getByText('This name is reserved, perhaps for you.').waitFor()
  await page.getByRole('button', { name: 'Is it for you? Connect your wallet' }).click()
  await chooseWallet(page)
  return { opened, page, requested }
}

const accept = async (page: Page) => {
  await page.getByText('Reserved for your wallet: you can accept it.').waitFor()
  await page.getByRole('button', { name: 'Accept it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Counts until').waitFor()
  return { dialog, sign: dialog.getByRole('button', { name: 'Sign and claim it' }) }
}

const rowsOf = async (page: Page) =>
  page
    .getByRole('list', { name: 'What you sign' })
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.textContent))

const isDone = (page: Page, label: Label) =>
  page.getByRole('heading', { level: 1, name: nameOf(label) }).waitFor()

const signatures = (requested: readonly string[]) =>
  requested.filter((method) => method === 'eth_signTypedData_v4' || method === 'personal_sign')

describeInBrowser('The claim of a sealed name', (browser) => {
  test('shows what is signed, has the holder sign once, and the chain resolves to it', async () => {
    const { opened, page, requested } = await visitWith(browser(), 'one', 1)
    const { address } = user(sandbox, 1)
    const { dialog, sign } = await accept(page)
    expect(await rowsOf(page)).toEqual([`EthereumNew${address}`])
    await dialog.getByText(sandbox.file.chains['1'].resolver).waitFor()
    await dialog.getByText('The time of your signature').waitFor()
    await assertWellFormed(opened)
    expect(signatures(requested)).toEqual([])
    await sign.click()
    await isDone(page, 'one')
    expect(signatures(requested)).toEqual(['eth_signTypedData_v4'])
    expect(await addressOf(nameOf('one'))).toBe(address)
    const { sealed } = dataOf<{ sealed: { state: string; validUntil: string } }>(
      await sandbox.call('GET', `/byname/v1/names/${nameOf('one')}?chainId=1`),
    )
    expect(sealed.state).toBe('signed')
    expect(Date.parse(sealed.validUntil) / 86_400_000 - Date.now() / 86_400_000).toBeCloseTo(365, 1)
    expect(opened.problems).toEqual([])
  })

  test('is that of the holder too where the name was reserved for another wallet before it was sealed', async () => {
    const stranger = await visitWith(browser(), 'older', 3)
    await stranger.page.getByText('It is reserved for another wallet than yours.').waitFor()
    const { page, opened } = await visitWith(browser(), 'older', 1)
    const { sign } = await accept(page)
    await sign.click()
    await isDone(page, 'older')
    expect(await addressOf(nameOf('older'))).toBe(user(sandbox, 1).address)
    expect(opened.problems).toEqual([])
  })

  test('is not for another wallet, which is offered free names', async () => {
    const { opened, page, requested } = await visitWith(browser(), 'stranger', 2)
    await page.getByText('It is reserved for another wallet than yours.').waitFor()
    await page.getByRole('list', { name: 'Free names like it' }).getByRole('button').first().waitFor()
    await assertWellFormed(opened)
    expect(signatures(requested)).toEqual([])
  })

  test('sends what is signed again where the response was lost, without another signature', async () => {
    const { opened, page, requested } = await visitWith(browser(), 'lost', 1)
    const { dialog, sign } = await accept(page)
    await page.route('**/sealed-set?*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sign.click()
    await dialog.getByRole('alert').filter({ hasText: 'You don’t have the name yet.' }).waitFor()
    await page.unrouteAll()
    await sign.click()
    await isDone(page, 'lost')
    expect(signatures(requested)).toHaveLength(1)
    expect(await addressOf(nameOf('lost'))).toBe(user(sandbox, 1).address)
    await takeProblems(opened, 'Failed to load resource')
  })

  test('says it where the clock of the device is wrong, and is signed anew', async () => {
    const { opened, page, requested } = await visitWith(browser(), 'late', 1)
    await page.clock.setFixedTime(Date.now() - 3_600_000)
    const { dialog, sign } = await accept(page)
    await sign.click()
    await dialog.getByRole('alert').filter({ hasText: 'the clock of this device is wrong' }).waitFor()
    await takeProblems(opened, 'status of 401')
    await page.clock.setFixedTime(Date.now())
    await sign.click()
    await isDone(page, 'late')
    expect(signatures(requested)).toHaveLength(2)
  })

  test('waits for the owner where the policy asks for it, and says that it is signed again then', async () => {
    await requireApproval(true)
    const { opened, page } = await visitWith(browser(), 'asked', 1)
    const { dialog, sign } = await accept(page)
    await dialog
      .getByText('The owner of the domain approves each name. Once it is yours, sign again')
      .waitFor()
    await assertWellFormed(opened)
    await sign.click()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    await requireApproval(false)
  })

  test('is left as it is when the holder declines', async () => {
    const { page } = await visitWith(browser(), 'declined', 1, { declines: 'signatures' })
    const { dialog, sign } = await accept(page)
    await sign.click()
    await dialog.getByText('You declined in your wallet.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Reserved for your wallet: you can accept it.').waitFor()
    const available = await sandbox.call(
      'GET',
      `/ens/v1/subname/available?subname=${nameOf('declined')}&chainId=1`,
    )
    expect(dataOf(available)).toMatchObject({ isAvailable: false, rule: 'reserved' })
  })

  test('is made at the service by visitors of other sites', async () => {
    const path = site.add(
      embeddingPage(sandbox.file.url, {
        elements: '<byname-claim domain="demo.eth" label="embedded"></byname-claim>',
      }),
    )
    await changeDomain('', { allowedOrigins: [site.origin] })
    const opened = await visit(browser(), site.origin + path, withWallet(sandbox, 1))
    const { page } = opened
    await page.getByRole('button', { name: 'Is it for you? Connect your wallet' }).click()
    await page.getByRole('button', { name: 'Test Wallet' }).click()
    await page.getByRole('button', { name: 'Accept it' }).click()
    const link = page.getByRole('link', { name: /^Claim at / })
    await link.waitFor()
    expect(await link.getAttribute('href')).toContain('label=embedded')
    await assertWellFormed(opened)
  })

  test('is signed by the passkey that holds the name, and leads where its holder says', async () => {
    // Passkeys are of a host that has a name.
    const url = new URL(urlOf('by-passkey'))
    url.hostname = 'localhost'
    const opened = await visit(browser(), url.href)
    const { page } = opened
    const authenticator = await addAuthenticator(page)
    await page.getByText('This name is reserved for a passkey, perhaps yours.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Is it yours? Use your passkey' }).click()
    const dialog = page.getByRole('dialog')
    const sign = dialog.getByRole('button', { name: 'Sign and claim it' })
    await dialog.getByText('A passkey has no account').waitFor()
    expect(await sign.isDisabled()).toBe(true)
    const { address } = user(sandbox, 2)
    await dialog.getByLabel('Where what is sent to the name goes').fill(address)
    expect(await rowsOf(page)).toEqual([`EthereumNew${address}`])
    await assertWellFormed(opened)
    await authenticator.add(strange)
    await sign.click()
    await dialog.getByText('This passkey does not hold the name.').waitFor()
    await authenticator.replaceBy(own)
    await sign.click()
    await isDone(page, 'by-passkey')
    expect(await addressOf(nameOf('by-passkey'))).toBe(address)
  })
})
