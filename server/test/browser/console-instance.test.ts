import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { chooseOption, issueName } from '../support/browser/pages.ts'
import { type Receiver, type ReceiverServer, startReceivers } from '../support/events/webhook-receiver.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox
let receivers: ReceiverServer
let receiver: Receiver

beforeAll(async () => {
  receivers = await startReceivers()
  receiver = receivers.open()
  sandbox = await startTestSandbox({
    OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
    WRITE_LIMIT_PER_NAME: '77',
    WRITE_LIMIT_PER_DOMAIN: '0',
  })
})
afterAll(async () => {
  await sandbox.stop()
  await receivers.close()
})

describeInBrowser('The instance in the console', (browser) => {
  const open = (path: string, options = {}) => revisitSignedIn(browser(), sandbox, path, options)

  test('rule: a webhook is made, tested, and its deliveries are shown', async () => {
    const opened = await open(`/console/workspaces/${sandbox.file.workspaceId}/webhooks`)
    const { page } = opened
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL', { exact: true }).fill(receiver.url)
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByText('whsec_').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByText('whsec_').waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    await issueName(sandbox, { label: 'hooked' })
    await page.getByText('hooked.demo.eth').first().click()
    await page
      .getByText(/^HTTP 20\d in \d+ ms/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.getByText('webhook-signature: v1').filter({ visible: true }).first().waitFor()
    expect(await page.getByText('whsec_').count()).toBe(0)
    await assertWellFormed(opened)
    await chooseOption(page, 'State of deliveries', 'Given up')
    await page.getByText('No delivery of those that were read is like that.').waitFor()
  })

  test('rule: the events since a time are counted, and sent again with their ids', async () => {
    const again = receivers.open()
    const { workspaceId, apiKey } = sandbox.file
    const headers = { 'x-api-key': apiKey }
    const body = { url: again.url, workspaceId, types: ['subname.issued'] }
    dataOf(await sandbox.call('POST', '/byname/v1/webhooks', { headers, body }), 201)
    await issueName(sandbox, { label: 'sent-twice' })
    await waitUntil('it has arrived', () => again.requests.length === 1)
    const opened = await open(`/console/workspaces/${workspaceId}/webhooks`)
    const { page, problems } = opened
    const webhook = page.getByRole('region', { name: again.url })
    await webhook.getByText('Delivered', { exact: true }).first().waitFor()
    await webhook.getByRole('button', { name: 'Send events again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send events again' })
    await chooseOption(page, 'Events since', 'A time that I choose')
    await dialog.getByText('Enter the time of the first event.').waitFor()
    await dialog.getByLabel('Time', { exact: true }).fill('2020-01-01 10:00')
    await dialog.getByText('is more than 7 days ago').first().waitFor()
    await assertWellFormed({ ...opened, problems: [] })
    await takeProblems(opened, 'status of 400')
    await chooseOption(page, 'Events since', 'A day ago')
    await dialog.getByText(/will be sent again/).waitFor()
    await dialog.getByRole('button', { name: /^Send .* again$/ }).click()
    await page.getByText('The events are sent again.').waitFor()
    const idsOf = () => again.requests.map(({ headers }) => headers['webhook-id'])
    await waitUntil('it has arrived again', () => idsOf().filter((id) => id === idsOf()[0]).length === 2)
    expect(problems).toEqual([])
  })

  test('rule: the doctor shows each step, and what is wrong', async () => {
    const opened = await open('/console/doctor?name=hooked.demo.eth')
    const { page } = opened
    await page.getByText('hooked.demo.eth resolves.').waitFor()
    await assertWellFormed(opened)
    await page.getByLabel('A name').fill('absent-domain.eth')
    await page.getByRole('button', { name: 'Examine it' }).click()
    await page.getByText('absent-domain.eth does not resolve because it is not registered.').waitFor()
    await page.getByText('To mend it:').first().waitFor()
    expect(opened.problems).toEqual([])
  })

  test('rule: an operator sees the instance, and others do not', async () => {
    const opened = await open('/console/instance')
    const { page } = opened
    await page.locator('figure').nth(3).locator('[role=slider], [role=img]').waitFor()
    await page.getByText('trusted', { exact: true }).first().waitFor()
    await page.getByText('Nothing needs you.').waitFor()
    await page.getByText('in OPERATORS').waitFor()
    const fact = (title: string) => page.getByText(title, { exact: true }).locator('xpath=..').textContent()
    expect(await fact('Writes of an address')).toBe('Writes of an address5,000 a day')
    expect(await fact('Writes of a wallet')).toBe('Writes of a wallet1,000 a day')
    expect(await fact('Writes to a name')).toBe('Writes to a name77 a day')
    expect(await fact('Writes to a domain')).toBe('Writes to a domainno limit')
    await assertWellFormed(opened)
    const other = await open('/console/instance', { index: 4 })
    await other.page.getByText('Only operators see the instance.').waitFor()
  })

  test('rule: an operator sees what needs a person, what it is about and what to do', async () => {
    const { devnet, file, context } = sandbox
    await devnet.setResolver(1, 'demo.eth', devnet.addresses(1).publicResolver)
    await context.health.survey(new AbortController().signal)
    const opened = await open('/console/instance')
    const { page } = opened
    await page.getByText('It serves, and something needs you.').waitFor()
    const reasons = page.getByRole('list', { name: 'Reasons' })
    await reasons.getByText('A domain has another resolver on chain').waitFor()
    await reasons.getByText(`demo.eth on chain 1 has the resolver`).waitFor()
    await reasons.getByText('Have its owner set the resolver again').waitFor()
    await assertWellFormed(opened)
    // The overview of the domain says what is wrong for whom, and has the button that leads to the remedy.
    const overview = await open('/console/domains/1/demo.eth')
    await overview.page
      .getByText('No name of demo.eth resolves here because demo.eth points to another service in ENS.')
      .waitFor()
    await overview.page.getByText('Point it here with one transaction of its owner').waitFor()
    await assertWellFormed(overview)
    await overview.page.getByRole('link', { name: 'Mend it with the doctor' }).click()
    await overview.page.getByText('because demo.eth points elsewhere').first().waitFor()
    await devnet.setResolver(1, 'demo.eth', file.chains[1].resolver)
    await context.health.survey(new AbortController().signal)
    await expect.poll(async () => (await context.health.read()).state).toBe('ok')
    await open('/console/instance')
    await page.getByText('Nothing needs you.').waitFor()
  })

  test('rule: an operator sends a test to a target of alerts, and sees why it failed', async () => {
    const opened = await open('/console/instance')
    const { page } = opened
    const targets = page.getByRole('list', { name: 'Targets of alerts' })
    await targets.getByText('localhost', { exact: true }).waitFor()
    await targets.getByRole('button', { name: 'Send a test to localhost' }).click()
    await targets.getByText('The SMTP server did not take a mail in').waitFor()
    await targets.getByText('Failing').waitFor()
    await assertWellFormed(opened)
  })

  test('rule: an operator finds any domain, and limits it', async () => {
    const opened = await open('/console/instance')
    const { page } = opened
    await page.getByText('SQLite').waitFor()
    await page.getByRole('link', { name: 'All workspaces' }).click()
    await page.getByRole('heading', { name: 'All workspaces' }).waitFor()
    await assertWellFormed(opened)
    await page.setViewportSize({ width: 1280, height: 780 })
    await page.getByRole('link', { name: 'All domains' }).click()
    await page.getByText('Sepolia').first().waitFor()
    await assertWellFormed(opened)
    await page.getByLabel('Search domains').fill('absent')
    await page.getByText('No domain is like that.').waitFor()
    await page.getByLabel('Search domains').fill('EMO')
    await page.getByRole('main').getByRole('link', { name: 'demo.eth' }).first().waitFor()
    await page.goto(`${sandbox.file.url}/console/domains/1/demo.eth/settings`)
    await page.getByLabel('Names included').fill('1')
    await page.getByLabel('Ends on').fill('2099-01-31')
    await page.getByRole('button', { name: 'Save the subscription' }).click()
    await page.getByText('The subscription is saved.').first().waitFor()
    await assertWellFormed(opened)
    await page.goto(`${sandbox.file.url}/console/instance/domains`)
    await page.getByText('Full').waitFor()
    await page.getByText(/^[1-9] of 1 name/).waitFor()
    await page.getByLabel('Only blocked ones').check()
    await page.getByText('No domain is like that.').waitFor()
    expect(opened.problems).toEqual([])
    const other = await open('/console/instance/domains', { index: 4 })
    await other.page.getByText('Only operators see the instance.').waitFor()
  })
})
