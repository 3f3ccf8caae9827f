import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { changePolicy, chooseOption, chooseWallet, withWallet } from '../support/browser/pages.ts'
import { deploy } from '../support/chain/deployer.ts'
import { claim } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

const chainId = 11155111
const screen = `/console/domains/${chainId}/demo.eth/claim-page`
const demo = { name: 'demo.eth', chainId }

/** The user of the sandbox who has the tokens. */
const tokenOwner = 1

let sandbox: TestSandbox
let contract: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { address } = user(sandbox, tokenOwner)
  contract = getAddress(await deploy(sandbox.devnet.rpcUrl(chainId), 'TestNft', address, ''))
})
afterAll(() => sandbox.stop())

describeInBrowser('The policy in the console', (browser) => {
  beforeEach(async () => {
    const open = { claims: 'open', tokenGate: null, isAllowListed: false, needsApproval: false }
    dataOf(await changePolicy(sandbox, open))
  })

  const open = () => revisitSignedIn(browser(), sandbox, screen)

  const storedGate = async () => {
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const path = `/byname/v1/domains/demo.eth/policy?chainId=${chainId}`
    return dataOf<{ tokenGate: object | null }>(await sandbox.call('GET', path, { headers })).tokenGate
  }

  const preset = (page: Page, title: string) => page.getByRole('radio', { name: title })

  const save = async (page: Page) => page.getByRole('button', { name: 'Save the rules' }).click()

  test('rule: a token gate that is wrong is refused with its reason and kept in the form; a right one holds for visitors', async () => {
    const opened = await open()
    const { page } = opened
    const field = (title: string) => page.getByLabel(title, { exact: true })
    const problem = page.getByRole('alert').filter({ hasText: 'The rules were not saved.' })
    await preset(page, 'Members who hold a token').check()
    await chooseOption(page, 'Standard', 'ERC-1155')
    for (const [title, wrong, right, reason] of [
      ['Contract', '0x12', contract, '“Contract” is not an address'],
      ['Token id', '7x', '7', '“Token id” is not a decimal'],
      ['At least', '0', '1', '“At least” is 0, which everyone has'],
    ] as const) {
      await field(title).fill(wrong)
      await save(page)
      await problem.filter({ hasText: reason }).waitFor()
      expect(await field(title).inputValue()).toBe(wrong)
      expect(await storedGate()).toBeNull()
      await takeProblems(opened, 'status of 400')
      await field(title).fill(right)
    }
    await assertWellFormed(opened)
    await save(page)
    await page.getByRole('heading', { name: 'The rules are saved.' }).waitFor()
    await problem.waitFor({ state: 'detached' })
    expect(await storedGate()).toEqual({
      chainId,
      standard: 'ERC-1155',
      contract: contract,
      tokenId: '7',
      minimum: '1',
      isOncePerToken: false,
    })
    await page.reload()
    await field('Token id').waitFor()
    expect(await field('Contract').inputValue()).toBe(contract)
    expect(await preset(page, 'Members who hold a token').isChecked()).toBe(true)

    const visitor = await visit(browser(), `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}`)
    await visitor.page.getByText('Your wallet has to hold a token (ERC-1155)').waitFor()
    await preset(page, 'Open to all').check()
    await save(page)
    await page.getByRole('heading', { name: 'The rules are saved.' }).waitFor()
    await visitor.page.reload()
    await visitor.page.getByLabel('Your name').waitFor()
    expect(await visitor.page.getByText('Your wallet has to hold a token').count()).toBe(0)
    expect(await storedGate()).toBeNull()
  })

  test('rule: one name for each NFT is a switch of ERC-721 alone; a visitor names the token, once', async () => {
    const opened = await open()
    const { page, problems } = opened
    const once = page.getByLabel('One name for each NFT')
    await preset(page, 'Members who hold a token').check()
    await once.check()
    await chooseOption(page, 'Standard', 'ERC-20')
    await once.waitFor({ state: 'detached' })
    await page.getByText('In base units').waitFor()
    await chooseOption(page, 'Standard', 'ERC-721')
    expect(await once.isChecked()).toBe(true)
    await page.getByLabel('Contract', { exact: true }).fill(contract)
    const minimum = page.getByLabel('At least', { exact: true })
    await minimum.fill('2')
    await save(page)
    await page.getByText('“One name for each NFT” is for ERC-721 tokens, with a minimum of 1.').waitFor()
    expect([await minimum.inputValue(), await once.isChecked()]).toEqual(['2', true])
    expect(await storedGate()).toBeNull()
    await takeProblems(opened, 'status of 400')
    await minimum.fill('1')
    await save(page)
    await page.getByRole('heading', { name: 'The rules are saved.' }).waitFor()
    expect(await storedGate()).toMatchObject({ standard: 'ERC-721', tokenId: null, isOncePerToken: true })

    const claimUrl = `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}`
    const take = async (label: string, tokenId: string, wallet = tokenOwner) => {
      const opened = await visit(browser(), claimUrl, withWallet(sandbox, wallet))
      await opened.page.getByText('Each token is good for one name.').waitFor()
      await opened.page.getByLabel('Your name').fill(label)
      await opened.page.getByText('Free').waitFor()
      await opened.page.getByLabel('Number of your token').fill(tokenId)
      await opened.page.getByRole('button', { name: /^Claim / }).click()
      await chooseWallet(opened.page)
      return opened
    }
    const another = await take('nft-one', '7', tokenOwner + 1)
    await another.page
      .getByRole('alert')
      .filter({ hasText: 'Your wallet does not hold the token that is needed.' })
      .waitFor()
    const first = await take('nft-one', '7')
    await first.page.getByRole('heading', { name: 'nft-one.demo.eth' }).waitFor()
    const again = await take('nft-two', '7')
    await again.page.getByRole('alert').filter({ hasText: 'You don’t have the name yet.' }).waitFor()
    expect(await again.page.getByRole('alert').textContent()).toContain('This token has been used')
    expect(await again.page.getByLabel('Your name').inputValue()).toBe('nft-two')
    expect(await again.page.getByLabel('Number of your token').inputValue()).toBe('7')
    await again.page.getByLabel('Number of your token').fill('8')
    await again.page.getByRole('button', { name: /^Claim / }).click()
    await again.page.getByRole('heading', { name: 'nft-two.demo.eth' }).waitFor()
    expect(problems).toEqual([])
  })

  test('rule: a preset says who may take a name; a list is asked for with it, a closed page needs an invitation', async () => {
    const opened = await open()
    const { page } = opened
    const claimPage = `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}`
    expect(await preset(page, 'Open to all').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save the rules' }).waitFor()
    await preset(page, 'A list of addresses').check()
    await page.getByRole('heading', { name: 'Allow-list' }).waitFor()
    await page.getByText('0 addresses.').waitFor()
    await page
      .getByLabel('Replace it by a CSV file')
      .setInputFiles({ name: 'w.csv', mimeType: 'text/csv', buffer: Buffer.from(user(sandbox, 1).address) })
    await page.getByText('1 address.').waitFor()
    await assertWellFormed(opened)
    await save(page)
    await page.getByRole('heading', { name: 'The rules are saved.' }).waitFor()
    const visitor = await visit(browser(), claimPage)
    await visitor.page.getByLabel('Your name').waitFor()
    await preset(page, 'By invitation only').check()
    await save(page)
    const isClosed = async () => {
      const { page: visited } = visitor
      await visited.reload()
      return visited.getByText('Names are by invitation only.').count()
    }
    await expect.poll(isClosed).toBe(1)
    await page.reload()
    await expect.poll(() => preset(page, 'By invitation only').isChecked()).toBe(true)
    await preset(page, 'A list of addresses').check()
    await page.getByText('Advanced').click()
    await page.getByLabel('No look-alikes').waitFor()
    await assertWellFormed(opened)
  })

  test('the page itself stands beside it, with what is not saved, on a phone and a desktop', async () => {
    const opened = await open()
    const { page, problems } = opened
    const frame = page.frameLocator('iframe:not(.invisible)')
    await frame.getByRole('heading', { name: 'demo.eth' }).first().waitFor()
    await page.getByRole('textbox', { name: 'Name of the community' }).fill('Acme')
    await page.getByRole('textbox', { name: 'Words' }).fill('Names for builders')
    await frame.getByText('Names for builders').waitFor()
    await frame.getByText('Acme', { exact: true }).first().waitFor()
    expect(await page.locator('iframe').count()).toBe(1)
    await page.getByRole('radio', { name: 'Desktop' }).check()
    await page.getByTitle('The claim page on a desktop').waitFor()
    await assertWellFormed(opened)
    const visitor = await visit(browser(), `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}`)
    await visitor.page.getByLabel('Your name').waitFor()
    expect(await visitor.page.getByText('Names for builders').count()).toBe(0)
    const source = (await page.locator('iframe').getAttribute('src')) ?? ''
    await visitor.page.goto(new URL(source, sandbox.file.url).href)
    await visitor.page.getByLabel('Your name').waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe('/claim/demo.eth')
    expect(await visitor.page.getByText('Names for builders').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('rule: selected claims are declined together, the others stay, and an error of one ends with the next decision', async () => {
    dataOf(await changePolicy(sandbox, { needsApproval: true }))
    const labels = ['pending-one', 'pending-two', 'pending-three', 'pending-four', 'pending-five']
    for (const [index, label] of labels.entries())
      dataOf(await claim(sandbox, demo, label, user(sandbox, index)), 201)
    const opened = await open()
    const { page, problems } = opened
    const row = (label: string) => page.getByRole('listitem').filter({ hasText: `${label}.demo.eth` })
    const select = (label: string) => page.getByLabel(`Select ${label}.demo.eth`)
    const declineSelected = page.getByRole('button', { name: 'Decline the selected' })
    const problem = page.getByRole('alert').filter({ hasText: 'It was not decided.' })
    await page
      .getByRole('navigation')
      .getByRole('link', { name: `Requests ${labels.length} waiting` })
      .waitFor()
    expect(await page.title()).toBe('Claim page · demo.eth · Byname')
    await page.getByLabel('Minimum length').fill('5')
    expect(await declineSelected.isDisabled()).toBe(true)

    await select('pending-one').check()
    await row('pending-one').getByRole('button', { name: 'Decline…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Comment (optional)').fill('  Please ask with\u00a0your full name. ')
    await assertWellFormed(opened)
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await row('pending-one').waitFor({ state: 'detached' })
    expect(await declineSelected.isDisabled()).toBe(true)

    await select('pending-two').check()
    await select('pending-three').check()
    await setNameLimit(0)
    await row('pending-four').getByRole('button', { name: 'Approve' }).click()
    await problem.waitFor()
    await takeProblems(opened, 'Failed to load resource')
    expect(await select('pending-two').isChecked()).toBe(true)
    await assertWellFormed(opened)
    await declineSelected.click()
    await dialog.getByRole('heading', { name: 'Decline 2 requests?' }).waitFor()
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await row('pending-two').waitFor({ state: 'detached' })
    await row('pending-three').waitFor({ state: 'detached' })
    await problem.waitFor({ state: 'detached' })
    expect(await row('pending-five').count()).toBe(1)

    await page.getByRole('button', { name: 'Decline all…' }).click()
    await dialog.getByRole('button', { name: 'Decline all', exact: true }).click()
    await page.getByText('Waiting for you').waitFor({ state: 'detached' })
    // What was typed into the rules is still there.
    expect(await page.getByLabel('Minimum length').inputValue()).toBe('5')
    expect(await states()).toEqual(labels.map((label) => `${label}.demo.eth declined`))
    await page.goto(`${sandbox.file.url}/console/domains/${chainId}/demo.eth/requests`)
    await page.getByText('No wallet waits for a decision.').waitFor()
    await page.getByText('Decided', { exact: true }).click()
    expect(await row('pending-one').textContent()).toContain('“Please ask with your full name.”')
    expect(await page.getByRole('main').getByText('Declined', { exact: true }).count()).toBe(5)
    await assertWellFormed(opened)
    expect(problems).toEqual([])
  })
})

/** So that an approval is refused: names that the domain may have beyond those that it has. */
async function setNameLimit(userChosenLimit: number): Promise<void> {
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const domain = await sandbox.call('GET', `/byname/v1/domains/demo.eth?chainId=${chainId}`, { headers })
  const body = { ensId: dataOf<{ id: string }>(domain).id, userChosenLimit }
  dataOf(await sandbox.call('POST', '/ens/v1/ens/update-user-chosen-limit', { headers, body }))
}

/** Of all claims of the domain that waited for a decision. */
async function states(): Promise<readonly string[]> {
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const path = `/byname/v1/domains/demo.eth/claims?chainId=${chainId}&state=declined`
  const { data } = dataOf<{ data: readonly { name: string; state: string }[] }>(
    await sandbox.call('GET', path, { headers }),
  )
  return data.map(({ name, state }) => `${name} ${state}`)
}
