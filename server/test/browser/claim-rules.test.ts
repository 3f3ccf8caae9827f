import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { changePolicy, chooseWallet, invite, issueName, withWallet } from '../support/browser/pages.ts'
import { deploy } from '../support/chain/deployer.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

const chainId = 11155111

let sandbox: TestSandbox
let claimUrl: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  claimUrl = `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}`
})
afterAll(() => sandbox.stop())

const noRules = { claims: 'open', isAllowListed: false, tokenGate: null, reservedLabels: [] }

describeInBrowser('Rules about wallets on the claim page', (browser) => {
  beforeEach(async () => {
    dataOf(await changePolicy(sandbox, noRules))
  })

  /** Opens the page and claims, up to the wallet's part. */
  const claim = async (label: string, wallet: number) => {
    const { prepare, requested } = withWallet(sandbox, wallet)
    const opened = await visit(browser(), claimUrl, { prepare })
    await opened.page.getByLabel('Your name').fill(label)
    await opened.page.getByText('Free').waitFor()
    await opened.page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(opened.page)
    return { ...opened, requested }
  }

  const assertRefused = async (
    { page, problems, requested }: Awaited<ReturnType<typeof claim>>,
    { condition, reason }: { condition: string; reason: string },
  ) => {
    await page.getByText(condition).waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(reason)
    expect(requested).toEqual(['eth_requestAccounts'])
    await assertWellFormed({ page, problems })
  }

  test('a wallet that is not on the allow-list is refused before it signs, one on it claims', async () => {
    const form = new FormData()
    form.set('file', new Blob([user(sandbox, 1).address], { type: 'text/csv' }), 'list.csv')
    const path = `/byname/v1/domains/demo.eth/allow-list?chainId=${chainId}`
    const headers = { 'x-api-key': sandbox.file.apiKey }
    dataOf(await sandbox.call('PUT', path, { headers, body: form }))
    dataOf(await changePolicy(sandbox, { isAllowListed: true }))
    await assertRefused(await claim('unlisted', 2), {
      condition: 'Your address has to be on the owner’s list.',
      reason: 'Your address has to be on the owner’s list.',
    })
    const { page } = await claim('listed', 1)
    await page.getByRole('heading', { name: 'listed.demo.eth' }).waitFor()
  })

  test('a wallet without the token is refused before it signs, one with it claims', async () => {
    const contract = await deploy(sandbox.devnet.rpcUrl(chainId), 'TestNft', user(sandbox, 1).address, '')
    const tokenGate = { chainId, standard: 'ERC-1155', contract, tokenId: '7', minimum: '1' }
    dataOf(await changePolicy(sandbox, { tokenGate }))
    await assertRefused(await claim('poor', 2), {
      condition: 'Your wallet has to hold a token (ERC-1155)',
      reason: 'Your wallet does not hold the token that is needed.',
    })
    const { page } = await claim('rich', 1)
    await page.getByRole('heading', { name: 'rich.demo.eth' }).waitFor()
  })

  test('a label that is reserved for the visitor is accepted with one signature', async () => {
    await invite(sandbox, { label: 'invited', chainId })
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await visit(browser(), claimUrl, { prepare })
    const { page } = opened
    await page.getByLabel('Your name').fill('invited')
    await page.getByText('This name is reserved, perhaps for you.').waitFor()
    await page.getByRole('button', { name: 'Is it for you? Connect your wallet' }).click()
    await chooseWallet(page)
    await page.getByText('Reserved for your wallet: you can accept it.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Accept it' }).click()
    await page.getByRole('heading', { name: 'invited.demo.eth' }).waitFor()
    await page.getByText('Sends to').waitFor()
    expect(requested).toEqual(['eth_requestAccounts', 'personal_sign'])
    expect(opened.problems).toEqual([])
  })

  test('a label that is reserved for others, or without an invitation, stays refused for a wallet', async () => {
    dataOf(await changePolicy(sandbox, { reservedLabels: ['admin'] }))
    await invite(sandbox, { label: 'theirs', holder: 2, chainId })
    const { page } = await visit(browser(), claimUrl, withWallet(sandbox, 1))
    await page.getByLabel('Your name').fill('theirs')
    await page.getByRole('button', { name: 'Is it for you? Connect your wallet' }).click()
    await chooseWallet(page)
    await page.getByRole('button', { name: /^Claim / }).waitFor()
    await page.getByText('It is reserved for another wallet than yours.').waitFor()
    await page.getByLabel('Your name').fill('admin')
    await page.getByText('is given by invitation only').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    expect(await page.getByLabel('Your name').evaluate((field) => field.matches(':focus'))).toBe(true)
  })

  test('a domain at its limit says that all names are taken', async () => {
    await issueName(sandbox, { label: 'last', chainId })
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const domain = await sandbox.call('GET', `/byname/v1/domains/demo.eth?chainId=${chainId}`, { headers })
    const setLimit = async (userChosenLimit: number) => {
      const body = { ensId: dataOf<{ id: string }>(domain).id, userChosenLimit }
      dataOf(await sandbox.call('POST', '/ens/v1/ens/update-user-chosen-limit', { headers, body }))
    }
    await setLimit(1)
    const opened = await visit(browser(), claimUrl)
    await opened.page.getByText('All names are taken.').waitFor()
    await assertWellFormed(opened)
    await setLimit(100)
    await opened.page.reload()
    await opened.page.getByLabel('Your name').waitFor()
  })
})
