import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertWellFormed,
  describeInBrowser,
  takeProblems,
  type Visit,
  visit,
} from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { claim, endTakenClaims, openClaims } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
let claimUrl: string
let demo: { readonly name: string; readonly chainId: number }

beforeAll(async () => {
  sandbox = await startTestSandbox()
  claimUrl = `${sandbox.file.url}/claim/demo.eth`
  demo = { name: 'demo.eth', chainId: 1 }
  await openClaims({ call: sandbox.call, key: sandbox.file.apiKey }, demo, { needsApproval: true })
})
afterAll(() => sandbox.stop())

describeInBrowser('A name that is asked for', (browser) => {
  const ask = async ({ page }: Visit, label: string) => {
    await page.getByLabel('Your name').fill(label)
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
  }
  const card = ({ page }: Visit) => page.getByRole('article')
  const waiting = /Waiting for the owner of demo\.eth since/

  test("a request outlives its tab and its device, and its owner's answer reaches the member, with another attempt", async () => {
    const first = await visit(browser(), claimUrl, withWallet(sandbox, 2))
    await ask(first, 'river')
    await chooseWallet(first.page)
    await first.page.getByText('The owner of the domain decides.').waitFor()
    // The same browser, later: neither wallet nor signature.
    await first.page.goto(claimUrl)
    await card(first).getByText(waiting).waitFor()
    expect(await first.page.getByLabel('Your name').count()).toBe(0)
    await assertWellFormed(first)
    await first.page.context().close()

    // Another device, by the list of names.
    const { prepare, requested } = withWallet(sandbox, 2)
    const second = await visit(browser(), `${sandbox.file.url}/me`, { prepare })
    await second.page.getByRole('button', { name: 'Connect your wallet' }).click()
    await chooseWallet(second.page)
    await second.page.getByRole('button', { name: 'Show my requests' }).waitFor()
    await assertWellFormed(second)
    await second.page.getByRole('button', { name: 'Show my requests' }).click()
    await card(second).getByText(waiting).waitFor()
    expect(requested).toEqual(['eth_requestAccounts', 'personal_sign'])
    await assertWellFormed(second)

    const owner = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth/requests')
    await owner.page.getByRole('button', { name: 'Decline…' }).click()
    await owner.page.getByLabel('Comment (optional)').fill('Please ask with your full name.')
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
    await owner.page.getByText('No wallet waits for a decision.').waitFor()

    // A signature is good for a day: a reload asks for none.
    await second.page.reload()
    await card(second).getByText('Please ask with your full name.').waitFor()
    expect(requested.filter((method) => method === 'personal_sign')).toHaveLength(1)
    await assertWellFormed(second)
    await second.page.getByRole('link', { name: 'Ask for another name' }).click()
    await second.page.getByRole('button', { name: 'Asked already? See your request' }).click()
    await card(second).getByText('Please ask with your full name.').waitFor()
    await assertWellFormed(second)
    await second.page.getByRole('button', { name: 'Ask for another name' }).click()
    await ask(second, 'river-song')
    await chooseWallet(second.page)
    await second.page.getByText('The owner of the domain decides.').waitFor()

    await owner.page.reload()
    await owner.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await owner.page.getByText('No wallet waits for a decision.').waitFor()
    await owner.page.getByText('Decided', { exact: true }).click()
    await owner.page.getByText('“Please ask with your full name.”').waitFor()
    await assertWellFormed(owner)

    await second.page.goto(claimUrl)
    await card(second).getByText('It is yours').waitFor()
    await assertWellFormed(second)
    await card(second).getByRole('link', { name: 'See the name' }).click()
    await second.page.getByRole('heading', { name: 'river-song.demo.eth' }).waitFor()
    expect([second.problems, owner.problems]).toEqual([[], []])

    // What the owner takes back is not theirs any more.
    const ended = await sandbox.call('POST', '/ens/v1/subname/admin-revoke', {
      headers: { 'x-api-key': sandbox.file.adminKey },
      body: { username: 'river-song', ensDomain: 'demo.eth', chainId: 1 },
    })
    dataOf(ended)
    await second.page.goto(claimUrl)
    await second.page.getByLabel('Your name').waitFor()
  })

  test('a name that is given to another wallet meanwhile is shown as such, with and without a signature, and to the owner', async () => {
    const { prepare, requested } = withWallet(sandbox, 4)
    const opened = await visit(browser(), claimUrl, { prepare })
    await ask(opened, 'delta')
    await chooseWallet(opened.page)
    await opened.page.getByText('The owner of the domain decides.').waitFor()
    const signed = requested.length
    await issueName(sandbox, { label: 'delta', holder: 5 })
    await endTakenClaims(sandbox.context)
    await opened.page.goto(claimUrl)
    await card(opened).getByText('Given to another wallet').waitFor()
    for (const text of ['Declined', 'Sign to read the answer', 'The owner has left no comment.'])
      expect(await card(opened).getByText(text).count(), text).toBe(0)
    await assertWellFormed(opened)
    expect(requested).toHaveLength(signed)
    await opened.page.goto(`${sandbox.file.url}/me`)
    await opened.page.getByRole('button', { name: 'Show my requests' }).click()
    await card(opened).getByText('Given to another wallet').waitFor()
    await assertWellFormed(opened)

    const owner = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth/requests')
    await owner.page.getByText('Decided', { exact: true }).click()
    await owner.page.getByText('The name was given to another wallet while it waited.').waitFor()
    await owner.page.getByText('by the service').waitFor()
    await assertWellFormed(owner)
    await owner.page.goto(`${sandbox.file.url}/console/domains/1/demo.eth/activity`)
    await owner.page.getByText('Reason: given to another wallet').waitFor()
    expect([opened.problems, owner.problems]).toEqual([[], []])
  })

  test('it is withdrawn on another device, and a wallet without requests is shown that it has asked for nothing', async () => {
    dataOf(await claim(sandbox, demo, 'lake', user(sandbox, 3)), 201)
    const opened = await visit(browser(), claimUrl, withWallet(sandbox, 3))
    const { page } = opened
    await page.getByRole('button', { name: 'Asked already? See your request' }).click()
    await chooseWallet(page)
    await card(opened).getByText(waiting).waitFor()
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await page.getByText('This wallet has asked for no name here.').waitFor()
    await page.getByRole('button', { name: 'Use another wallet' }).click()
    await chooseWallet(page)
    await page.getByText('This wallet has asked for no name here.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Ask for another name' }).click()
    await page.getByLabel('Your name').fill('lake')
    await page.getByText('Free').waitFor()
    expect(opened.problems).toEqual([])
  })

  test('a visitor who declines in the wallet sees why, and the form again', async () => {
    const { prepare } = withWallet(sandbox, 4, { declines: 'signatures' })
    const opened = await visit(browser(), claimUrl, { prepare })
    const { page } = opened
    await page.getByRole('button', { name: 'Asked already? See your request' }).click()
    await chooseWallet(page)
    await page.getByText('You declined in your wallet.').waitFor()
    await page.getByRole('button', { name: 'Ask for another name' }).click()
    await page.getByLabel('Your name').waitFor()
  })

  test('an address for the answer can be left, is shown masked on any device, and deleted', async () => {
    const first = await visit(browser(), claimUrl, withWallet(sandbox, 3))
    await ask(first, 'stream')
    await chooseWallet(first.page)
    await first.page.getByRole('button', { name: 'Tell me by e-mail' }).click()
    await assertWellFormed(first)
    await first.page.getByLabel('E-mail address').fill('member@inbox')
    await first.page.getByRole('button', { name: 'Tell me', exact: true }).click()
    await first.page.getByText('The address was not saved.').waitFor()
    await takeProblems(first, 'Failed to load resource')
    await first.page.route('**/notice?*', (route) =>
      route.fulfill({ status: 409, json: { result: { error: 'LimitReachedException: No.' } } }),
    )
    await first.page.getByLabel('E-mail address').fill('full@example.com')
    await first.page.getByRole('button', { name: 'Tell me', exact: true }).click()
    await first.page.getByText('No more mails can go to this address now.').waitFor()
    await first.page.unroute('**/notice?*')
    await takeProblems(first, 'status of 409')
    await first.page.getByLabel('E-mail address').fill('member@example.com')
    await first.page.getByRole('button', { name: 'Tell me', exact: true }).click()
    await first.page.getByText('One mail with the answer goes to m…@e….com.').waitFor()
    await assertWellFormed(first)
    await first.page.goto(claimUrl)
    await card(first).getByText('m…@e….com').waitFor()
    await first.page.context().close()

    const second = await visit(browser(), `${sandbox.file.url}/me`, withWallet(sandbox, 3))
    await second.page.getByRole('button', { name: 'Connect your wallet' }).click()
    await chooseWallet(second.page)
    await second.page.getByRole('button', { name: 'Show my requests' }).click()
    await card(second).getByText('m…@e….com').waitFor()
    await assertWellFormed(second)
    await card(second).getByRole('button', { name: 'Delete the address' }).click()
    await card(second).getByRole('button', { name: 'Tell me by e-mail' }).waitFor()
    await second.page.context().close()
  })
})
