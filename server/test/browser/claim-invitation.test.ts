import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { changePolicy, chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { createLink, readLink, revokeLink, type WireNewLink } from '../support/entities/invitation-links.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

const chainId = 11155111
const domain = { name: 'demo.eth', chainId }
const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile' }

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  dataOf(await changePolicy(sandbox, { claims: 'closed', isAllowListed: true, minLength: 3 }))
})
afterAll(() => sandbox.stop())

const owner = () => ({ call: sandbox.call, key: sandbox.file.apiKey })
const makeLink = (body: object): Promise<WireNewLink> => createLink(owner(), domain, body)
const field = (page: Page) => page.getByLabel('Your name')
const claimButton = (page: Page) => page.getByRole('button', { name: /^Claim / })

async function claimInPage(page: Page, name: string): Promise<void> {
  await page.getByText('Free', { exact: true }).waitFor()
  await claimButton(page).click()
  await chooseWallet(page)
  await page.getByRole('heading', { name }).waitFor()
}

describeInBrowser('An invitation link on the claim page', (browser) => {
  test('rule: a name of the visitor’s choice is claimed though claims are closed, and the secret leaves the address', async () => {
    const link = await makeLink({ maxUses: 2, expiresAt: '2035-01-31T00:00:00Z' })
    const opened = await visit(browser(), link.url, withWallet(sandbox, 1))
    const { page } = opened
    await page.getByText('You are invited.').waitFor()
    expect(await page.getByText('Names are by invitation only.').count()).toBe(0)
    expect(await page.getByText('has to be on the owner’s list').count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('')
    await assertWellFormed(opened)
    await field(page).fill('meetup')
    await claimInPage(page, 'meetup.demo.eth')
    expect(await readLink(owner(), domain, link.id)).toMatchObject({ uses: 1 })
    await assertWellFormed(opened)
    await page.reload()
    await page.getByText('Names are by invitation only.').waitFor()
    expect(await page.getByText('You are invited.').count()).toBe(0)
  })

  test('a link for one label shows the name, which cannot be changed, and the name is claimed', async () => {
    const link = await makeLink({ label: 'carol' })
    const opened = await visit(browser(), link.url, withWallet(sandbox, 2))
    const { page } = opened
    await page.getByText('carol.demo.eth is kept for you').waitFor()
    expect([await field(page).inputValue(), await field(page).isEditable()]).toEqual(['carol', false])
    await assertWellFormed(opened)
    await claimInPage(page, 'carol.demo.eth')
  })

  test('rule: no request has the secret in its URL or its referrer, and only requests to this service have it in their body', async () => {
    const link = await makeLink({})
    const seen: string[] = []
    const { page } = await visit(browser(), link.url, withWallet(sandbox, 3))
    page.on('request', (request) => {
      const { referer = '' } = request.headers()
      if (`${request.url()} ${referer}`.includes(link.secret)) seen.push(request.url())
      if (request.postData()?.includes(link.secret) && !request.url().startsWith(sandbox.file.url))
        seen.push(request.url())
    })
    await page.reload()
    await page.getByText('You are invited.').waitFor()
    await field(page).fill('secretive')
    await claimInPage(page, 'secretive.demo.eth')
    expect(seen).toEqual([])
  })

  test('the rules about labels stay, in words beside the field', async () => {
    const link = await makeLink({})
    await issueName(sandbox, { label: 'owned', chainId })
    const { page } = await visit(browser(), link.url)
    await page.getByText('You are invited.').waitFor()
    await field(page).fill('ab')
    await page.getByText('at least 3 characters').waitFor()
    await field(page).fill('owned')
    await page.getByText('Taken: owned.demo.eth').waitFor()
  })

  test('a taken name comes with free ones, though claims are closed', async () => {
    await issueName(sandbox, { label: 'popular', chainId })
    const { url } = await makeLink({})
    const { page } = await visit(browser(), url, withWallet(sandbox, 4))
    await page.getByText('You are invited.').waitFor()
    for (const label of ['pop ular', 'popular']) {
      await field(page).fill(label)
      await page.getByRole('list', { name: 'Free names like it' }).waitFor()
    }
    await page.getByRole('button', { name: 'itspopular.demo.eth' }).click()
    await claimInPage(page, 'itspopular.demo.eth')
  })

  test('rule: a link that is used up while the page is open is explained after the attempt', async () => {
    const link = await makeLink({ maxUses: 1 })
    const slow = await visit(browser(), link.url, withWallet(sandbox, 1))
    await slow.page.getByText('You are invited.').waitFor()
    await field(slow.page).fill('slow')
    await slow.page.getByText('Free', { exact: true }).waitFor()
    const quick = await visit(browser(), link.url, withWallet(sandbox, 2))
    await field(quick.page).fill('quick')
    await claimInPage(quick.page, 'quick.demo.eth')
    await claimButton(slow.page).click()
    await chooseWallet(slow.page)
    await slow.page.getByText('This invitation has been used up.').waitFor()
  })

  test('the page explains a link that has been revoked, and one that does not exist', async () => {
    const link = await makeLink({})
    dataOf(await revokeLink(owner(), domain, link.id))
    const opened = await visit(browser(), link.url)
    await opened.page.getByText('This invitation was withdrawn.').waitFor()
    await takeProblems(opened, 'status of 410')
    await assertWellFormed(opened)
    const wrong = await visit(browser(), link.url.slice(0, -3))
    await wrong.page.getByText('This invitation is not known here.').waitFor()
    await wrong.page.evaluate(`location.hash = '#invite=${(await makeLink({})).secret}'`)
    await wrong.page.getByText('You are invited.').waitFor()
  })

  test('without a connection the invitation is checked again by a button', async () => {
    const link = await makeLink({})
    const { page } = await visit(browser(), 'about:blank')
    await page.route('**/invitation-links/check*', (route) => route.abort())
    await page.goto(link.url)
    await page.getByText('Your invitation could not be checked.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('You are invited.').waitFor()
  })

  test('rule: the ways into wallet apps carry label and invitation', async () => {
    const link = await makeLink({})
    const { page } = await visit(browser(), link.url, { phone })
    await page.getByText('You are invited.').waitFor()
    await field(page).fill('pocket')
    await page.getByText('Free', { exact: true }).waitFor()
    await claimButton(page).tap()
    const target = `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}&label=pocket#invite=${link.secret}`
    const links = page.getByRole('dialog').getByRole('link')
    await links.first().waitFor()
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    expect(hrefs).toHaveLength(5)
    for (const href of hrefs)
      expect(decodeURIComponent(decodeURIComponent(href))).toContain(target.replace(/^https?:\/\//, ''))
  })
})
