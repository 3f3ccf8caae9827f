import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertPopupWellFormed,
  assertWellFormed,
  describeInBrowser,
  takeProblems,
  visit,
} from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { seedSubname } from '../support/entities/subnames.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
const path = '/console/domains/1/demo.eth/names'

beforeAll(async () => {
  sandbox = await startTestSandbox()
  for (const label of ['ada', 'ben']) await issueName(sandbox, { label })
  const service = { call: sandbox.call, key: sandbox.file.apiKey }
  await seedSubname(service, { name: 'demo.eth', chainId: 1 }, 'cleo')
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const reserved = {
    username: 'kept',
    ensDomain: 'demo.eth',
    chainId: 1,
    ethAddress: user(sandbox, 3).address,
  }
  dataOf(await sandbox.call('POST', '/ens/v1/subname/reserve', { headers, body: reserved }))
})
afterAll(() => sandbox.stop())

const text = 'We meet on Friday: https://acme.example by the <b>bridge</b>.'
const messagesPath = '**/byname/v1/domains/demo.eth/messages?*'

describeInBrowser('Messages for holders', (browser) => {
  const openNames = (search = '') => revisitSignedIn(browser(), sandbox, path + search)

  const select = async (page: Page, ...labels: readonly string[]) => {
    for (const label of labels) await page.getByRole('checkbox', { name: `Select ${label}.demo.eth` }).check()
    await page.getByRole('button', { name: 'Message', exact: true }).click()
  }

  test('an owner leaves one, its holder reads and dismisses it, and the owner sees that', async () => {
    const opened = await openNames()
    const { page, problems } = opened
    await select(page, 'ada', 'ben', 'cleo', 'kept')
    const dialog = page.getByRole('dialog', { name: 'Message for the holders of 4 names' })
    await dialog.getByText('2 holders of 3 names would get it.').waitFor()
    await dialog.getByText('kept.demo.eth is only reserved.').waitFor()
    const send = dialog.getByRole('button', { name: 'Leave the message' })
    expect(await send.isDisabled()).toBe(true)
    const field = dialog.getByLabel('Message')
    await field.fill('x'.repeat(501))
    await dialog.getByText('501 of 500 characters.').waitFor()
    expect(await send.isDisabled()).toBe(true)
    await field.fill('We meet on Friday:\nhttps://acme.example  by the <b>bridge</b>. ')
    await dialog.getByText(`${text.length} of 500 characters.`).waitFor()
    await assertPopupWellFormed(opened, 'dialog[open]')

    // What was typed stays when it is refused.
    await page.route(messagesPath, (route) => {
      const error = 'TooManyRequestsException: Messages for names of demo.eth are limited to 10,000 in a day.'
      return route.fulfill({ status: 429, json: { statusCode: 429, result: { error, data: null } } })
    })
    await send.click()
    await dialog.getByRole('alert').filter({ hasText: 'The message was not left.' }).waitFor()
    await dialog.getByText('are limited to 10,000 in a day.').waitFor()
    expect(await field.inputValue()).toContain('We meet on Friday')
    await page.unroute(messagesPath)
    await takeProblems(opened, 'status of 429')
    await field.press('Tab')
    await send.press('Enter')
    await dialog.getByText('Left for 2 holders of 3 names.').waitFor()
    await assertPopupWellFormed(opened, 'dialog[open]')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })

    const { prepare, requested } = withWallet(sandbox, 1)
    const member = await visit(browser(), `${sandbox.file.url}/me`, { prepare })
    await member.page.getByRole('button', { name: 'Connect your wallet' }).click()
    await chooseWallet(member.page)
    const show = member.page.getByRole('button', { name: 'Show my requests and messages' })
    await show.waitFor()
    await assertWellFormed(member)
    expect(await member.page.getByText('We meet on Friday').count()).toBe(0)
    await show.click()
    const card = member.page.getByRole('article')
    await card.getByRole('heading', { name: 'Message from demo.eth' }).waitFor()
    await card.getByText(text, { exact: true }).waitFor()
    await card.getByText('For ada.demo.eth, ben.demo.eth').waitFor()
    expect(await card.getByRole('link').count()).toBe(0)
    expect(requested.filter((method) => method === 'personal_sign')).toHaveLength(1)
    await assertWellFormed(member)
    // Not on the page of the name, which anyone sees.
    const profile = await fetch(`${sandbox.file.url}/n/ada.demo.eth`)
    expect(profile.status).toBe(200)
    expect(await profile.text()).not.toContain('We meet')

    const dismissPath = '**/byname/v1/messages/*/dismiss?*'
    await member.page.route(dismissPath, (route) => route.abort())
    const dismiss = card.getByRole('button', { name: 'Dismiss the message from demo.eth' })
    await dismiss.click()
    await member.page.getByRole('alert').filter({ hasText: 'The message was not dismissed.' }).waitFor()
    await member.page.unroute(dismissPath)
    await takeProblems(member, 'Failed to load resource')

    await page.goto(`${sandbox.file.url}${path}?open=ada`)
    const section = page.getByRole('region', { name: 'Messages' })
    await section.getByText('Not dismissed yet.').waitFor()
    await dismiss.press('Enter')
    await member.page.getByText('No new message.').waitFor()
    await member.page.getByRole('status').filter({ hasText: 'The message is dismissed.' }).waitFor()
    await member.page.locator('#messages:focus').waitFor()
    // A signature is good for a day.
    await member.page.reload()
    await member.page.getByText('No new message.').waitFor()
    expect(requested.filter((method) => method === 'personal_sign')).toHaveLength(1)
    await assertWellFormed(member)

    await page.reload()
    await section.getByText('Dismissed by the holder').waitFor()
    await section.getByText(text, { exact: true }).waitFor()
    await assertWellFormed(opened)
    await page.goto(`${sandbox.file.url}/console/domains/1/demo.eth/activity`)
    await page.getByText('Message left for holders').first().waitFor()
    expect([problems, member.problems]).toEqual([[], []])
  })

  test('the panel of a name leaves one for its holder, and of what was sent in part only the rest is sent again', async () => {
    const { page } = await openNames('?open=cleo')
    await page.getByRole('button', { name: 'Leave a message for the holder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Message for the holder of 1 name' })
    await dialog.getByText('The holder of 1 name would get it.').waitFor()
    await dialog.getByLabel('Message').fill('For you alone.')
    // The response is lost: it is not known whether it arrived.
    const keys: (string | undefined)[] = []
    await page.route(messagesPath, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      return route.abort()
    })
    await dialog.getByRole('button', { name: 'Leave the message' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The message was not left.' }).waitFor()
    await page.unroute(messagesPath)
    await dialog.getByRole('button', { name: 'Leave the message' }).click()
    await page.getByText('Left for the holder of 1 name.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const section = page.getByRole('region', { name: 'Messages' })
    await section.getByText('For you alone.').waitFor()
    expect(keys.length).toBeGreaterThan(0)
    expect(await section.getByText('For you alone.').count()).toBe(1)
  })
})
