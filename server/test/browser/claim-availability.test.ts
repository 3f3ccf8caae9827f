import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { changePolicy, chooseWallet, invite, issueName, withWallet } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

const chainId = 11155111

let sandbox: TestSandbox
let claimUrl: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  claimUrl = `${sandbox.file.url}/claim/demo.eth?chainId=${chainId}`
  dataOf(await changePolicy(sandbox, { claims: 'open', minLength: 3 }))
})
afterAll(() => sandbox.stop())

const field = (page: Page) => page.getByLabel('Your name')
const isFocused = (page: Page) => field(page).evaluate((element) => element.matches(':focus'))
const button = (page: Page) => page.getByRole('button', { name: /^Claim / })

/** The text that the field is described by. */
async function describedAs(page: Page): Promise<string | null> {
  return page.locator(`[id="${await field(page).getAttribute('aria-describedby')}"]`).textContent()
}

describeInBrowser('Availability on the claim page', (browser) => {
  test('rule: a click with an empty, invalid or taken label says why beside the field, and focuses it', async () => {
    await issueName(sandbox, { label: 'taken', chainId })
    const opened = await visit(browser(), claimUrl)
    const { page } = opened
    const reasons = {
      '': 'Type the name that you would like to have.',
      'a b': 'A character of it cannot be in a name',
      al: 'at least 3 characters',
      taken: 'Taken: taken.demo.eth',
    }
    for (const [label, reason] of Object.entries(reasons)) {
      await field(page).fill(label)
      await button(page).click()
      await page.getByText(reason).waitFor()
      expect(await describedAs(page)).toContain(reason)
      expect([await isFocused(page), await field(page).getAttribute('aria-invalid')]).toEqual([true, 'true'])
    }
    await assertWellFormed(opened)
  })

  test('a taken name comes with free ones, of which a tap chooses one', async () => {
    await issueName(sandbox, { label: 'popular', chainId })
    const opened = await visit(browser(), `${claimUrl}&label=popular`, withWallet(sandbox, 1))
    const { page } = opened
    const suggestions = page.getByRole('list', { name: 'Free names like it' }).getByRole('button')
    await suggestions.first().waitFor()
    expect(await suggestions.allTextContents()).toEqual([
      'popular-demo.demo.eth',
      'itspopular.demo.eth',
      'thepopular.demo.eth',
    ])
    await assertWellFormed(opened)
    await suggestions.nth(1).click()
    await page.getByText('Free').waitFor()
    expect([await field(page).inputValue(), await suggestions.count()]).toEqual(['itspopular', 0])
    await button(page).click()
    await chooseWallet(page)
    await page.getByRole('heading', { name: 'itspopular.demo.eth' }).waitFor()
  })

  test('rule: a label that is refused for what it is comes with names that are free', async () => {
    const opened = await visit(browser(), claimUrl)
    const { page } = opened
    const suggestions = page.getByRole('list', { name: 'Free names like it' }).getByRole('button')
    const expected = {
      'ada lovelace': ['A character of it cannot be in a name', 'ada-lovelace.demo.eth'],
      'ada.lovelace': ['A name has no dot.', 'ada-lovelace.demo.eth'],
      p\u0430ypal: ['letters of different alphabets', 'paypal.demo.eth'],
      al: ['at least 3 characters', 'al1.demo.eth'],
      [`${'a'.repeat(40)}-${'b'.repeat(40)}`]: ['at most 63 characters', `a${'b'.repeat(40)}.demo.eth`],
    }
    for (const [label, [reason = '', first]] of Object.entries(expected)) {
      await field(page).fill(label)
      await page.getByText(reason).waitFor()
      expect((await suggestions.allTextContents())[0]).toBe(first)
    }
    await field(page).fill('ada lovelace')
    await suggestions.first().waitFor()
    await assertWellFormed(opened)
    await suggestions.first().click()
    await page.getByText('Free', { exact: true }).waitFor()
  })

  test.each([
    ['63 characters', 'b'.repeat(63)],
    ['right-to-left letters', 'مرحبا'],
  ])('a label of %s fits at every width', async (_, label) => {
    const opened = await visit(browser(), `${claimUrl}&label=${encodeURIComponent(label)}`)
    await opened.page.getByText('Free').waitFor()
    await assertWellFormed(opened)
  })

  test('without a connection the button works, and the label is checked as soon as there is one', async () => {
    const { page } = await visit(browser(), `${claimUrl}&label=online`)
    await page.getByText('Free').waitFor()
    await page.context().setOffline(true)
    await field(page).fill('offline')
    await page.getByText('You are offline.').waitFor()
    expect(await button(page).isEnabled()).toBe(true)
    await button(page).click()
    expect(await isFocused(page)).toBe(true)
    await page.context().setOffline(false)
    await page.getByText('Free').waitFor()
  })

  test('a server that did not respond is asked again by the button, which then goes on', async () => {
    const { page } = await visit(browser(), claimUrl)
    await page.route('**/subname/available*', (route) => route.fulfill({ status: 503, json: {} }))
    await field(page).fill('hiccup')
    await page.getByText('The server did not respond.').waitFor()
    await button(page).click()
    await expect.poll(() => isFocused(page)).toBe(true)
    await page.unrouteAll()
    await button(page).click()
    await page.getByRole('dialog', { name: 'Choose your wallet' }).waitFor()
  })

  test('a click before the response has arrived waits for it', async () => {
    const { page } = await visit(browser(), claimUrl)
    const released = Promise.withResolvers<void>()
    await page.route('**/subname/available*', async (route) => {
      await released.promise
      await route.continue()
    })
    await field(page).fill('hasty')
    await button(page).click()
    released.resolve()
    await page.getByRole('dialog', { name: 'Choose your wallet' }).waitFor()
  })

  test('a link to a reserved name says that it may be for the visitor, and not for whom it is', async () => {
    await invite(sandbox, { label: 'guest', holder: 2, chainId })
    const opened = await visit(browser(), `${claimUrl}&label=guest`, withWallet(sandbox, 1))
    const { page } = opened
    await page.getByText('This name is reserved, perhaps for you.').waitFor()
    expect(await field(page).getAttribute('aria-invalid')).toBe('false')
    await assertWellFormed(opened)
    const response = await page.request.get(
      `${sandbox.file.url}/ens/v1/subname/available?subname=guest.demo.eth&chainId=${chainId}&suggestions=3`,
    )
    expect(await response.text()).not.toMatch(/0x/)
    await page.getByRole('button', { name: 'Is it for you? Connect your wallet' }).click()
    await chooseWallet(page)
    await page.getByText('It is reserved for another wallet than yours.').waitFor()
  })
})
