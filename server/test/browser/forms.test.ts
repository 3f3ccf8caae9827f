import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { changePolicy, chooseOption, chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { claim } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { workspaceId, adminKey, apiKey } = sandbox.file
  const post = async (path: string, body: object, key = adminKey, status = 201) =>
    dataOf(await sandbox.call('POST', path, { headers: { 'x-api-key': key }, body }), status)
  await post(`/byname/v1/workspaces/${workspaceId}/members`, {
    member: user(sandbox, 4).address,
    role: 'viewer',
  })
  await post('/byname/v1/workspaces', { name: 'Second' })
  await post('/byname/v1/webhooks', { url: 'https://app.example/hooks', workspaceId }, apiKey)
  await issueName(sandbox, { label: 'typed-records' })
  dataOf(await changePolicy(sandbox, { claims: 'open', needsApproval: true }))
  await sandbox.devnet.registerName(1, 'blocked', {
    owner: user(sandbox, 3).address,
    resolver: sandbox.file.chains[1].resolver,
  })
  const blocked = {
    ensDomain: 'blocked.eth',
    offchainResolverId: sandbox.file.chains[1].resolverId,
    workspaceId,
  }
  await post('/ens/v1/ens/add', blocked, adminKey, 200)
  await post('/ens/v1/ens/update-ens-is-blocked', { ens: 'blocked.eth', chainId: 1, isBlocked: true })
  await post('/byname/v1/domains/demo.eth/invitation-links?chainId=1', {}, apiKey)
  const hostsPath = '/byname/v1/domains/demo.eth/hosts'
  const headers = { 'x-api-key': adminKey }
  const shown = await sandbox.call('GET', `${hostsPath}/shown.acme.example?chainId=1`, { headers })
  const { proof } = dataOf<{ proof: { dnsName: string; value: string } }>(shown)
  sandbox.dns.records.set(proof.dnsName, [proof.value])
  await post(`${hostsPath}?chainId=1`, { host: 'shown.acme.example' })
  const demo = { name: 'demo.eth', chainId: 11155111 } as const
  dataOf(await claim(sandbox, demo, 'pending', user(sandbox, 2)), 201)
})
afterAll(() => sandbox.stop())

interface FilledForm {
  readonly path: string
  /** Shows the form; absent: the page shows it. */
  readonly open?: (page: Page) => Promise<unknown>
  readonly typed: Readonly<Record<string, string>>
  /** After the first attempt: what a wallet asks. */
  readonly choose?: (page: Page) => Promise<unknown>
  /** What did not happen. */
  readonly failure: string
  /** Absent: user 0, the operator, in the console. */
  readonly visitor?: 'public' | 'signed-out'
}

const domain = '/console/domains/1/demo.eth'
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const edit = async (page: Page) => {
  await press('It is mine: edit')(page)
  await chooseWallet(page)
}
const editAndPress = (name: string) => async (page: Page) => {
  await edit(page)
  await press(name)(page)
}
const inWorkspace = (screen: string) => `/console/workspaces/{workspaceId}/${screen}`

/** Every form of the pages, by its name. */
const forms: Readonly<Record<string, FilledForm>> = {
  rules: {
    path: `${domain}/claim-page`,
    typed: { 'Minimum length': '4', 'Reserved labels': 'support\nteam', 'Names per wallet': '3' },
    failure: 'The rules were not saved.',
  },
  branding: {
    path: `${domain}/claim-page`,
    typed: { Title: 'The demo', Links: 'Rules https://example.com/rules' },
    failure: 'The branding was not saved.',
  },
  'decline-claims': {
    path: '/console/domains/11155111/demo.eth/claim-page',
    open: press('Decline all…'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  limit: { path: `${domain}/settings`, typed: { 'At most': '900' }, failure: 'The limit was not saved.' },
  'allowed-origins': {
    path: `${domain}/settings`,
    typed: { Hosts: 'app.example' },
    failure: 'The sites were not saved.',
  },
  'describe-host': {
    path: `${domain}/settings`,
    open: press('Add a host'),
    typed: { Host: 'names.acme.example' },
    failure: 'The host cannot be used.',
  },
  'new-host': {
    path: `${domain}/settings`,
    open: async (page) => {
      await press('Add a host')(page)
      await page.getByLabel('Host', { exact: true }).fill('names.acme.example')
      await press('Next')(page)
      await page.getByText('Show that the host is yours').waitFor()
    },
    typed: {},
    failure: 'It is not shown yet.',
  },
  'remove-host': {
    path: `${domain}/settings`,
    open: press('Remove shown.acme.example'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'move-domain': {
    path: `${domain}/settings`,
    open: (page) => chooseOption(page, 'Move to', 'Second'),
    typed: {},
    failure: 'The domain was not moved.',
  },
  subscription: {
    path: `${domain}/settings`,
    typed: { 'Names included': '800', 'Ends on': '2099-01-01' },
    failure: 'The subscription was not saved.',
  },
  'block-domain': {
    path: `${domain}/settings`,
    open: press('Block the domain'),
    typed: { 'Reason (optional)': 'Spam.', 'Type demo.eth to confirm': 'demo.eth' },
    failure: 'Nothing was changed.',
  },
  'unblock-domain': {
    path: '/console/domains/1/blocked.eth/settings',
    open: press('Unblock the domain'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'delete-domain': {
    path: `${domain}/settings`,
    open: press('Delete demo.eth'),
    typed: { 'Type demo.eth to confirm': 'demo.eth' },
    failure: 'Nothing was changed.',
  },
  'new-name': {
    path: `${domain}/names`,
    open: press('New name'),
    typed: { Name: 'typed', 'Address or ENS name of the holder': `0x${'12'.repeat(20)}` },
    failure: 'The name was not issued.',
  },
  'new-invitation': {
    path: `${domain}/invitations`,
    open: press('New invitation'),
    typed: { Note: 'For the meetup' },
    failure: 'No invitation was made.',
  },
  'revoke-invitation': {
    path: `${domain}/invitations`,
    open: press(/^Revoke the invitation/),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'first-name': {
    path: inWorkspace('add-domain?domain=demo.eth&chainId=1'),
    typed: { Label: 'typed', 'For the wallet': `0x${'12'.repeat(20)}` },
    failure: 'The name was not issued.',
  },
  'new-key': {
    path: inWorkspace('keys'),
    open: press('New key'),
    typed: { Name: 'shop', 'Web pages that may use it': 'https://app.example' },
    failure: 'The key was not created.',
  },
  'rotate-key': {
    path: inWorkspace('keys'),
    open: press(/^Replace /),
    typed: {},
    failure: 'The key was not replaced.',
  },
  'revoke-key': {
    path: inWorkspace('keys'),
    open: press(/^Revoke /),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-member': {
    path: inWorkspace('members'),
    open: press('Add a member'),
    typed: { 'Address or ENS name': `0x${'12'.repeat(20)}` },
    failure: 'No member was added.',
  },
  'remove-member': {
    path: inWorkspace('members'),
    open: press('Remove'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-webhook': {
    path: inWorkspace('webhooks'),
    open: press('New webhook'),
    typed: { URL: 'https://app.example/hooks', Note: 'shop' },
    failure: 'The webhook was not created.',
  },
  'delete-webhook': {
    path: inWorkspace('webhooks'),
    open: press('Delete'),
    typed: {},
    failure: 'Nothing was changed.',
  },
  'new-workspace': {
    path: '/console',
    open: press('Open a workspace'),
    typed: { 'Name of the workspace': 'Typed', 'Your domain': 'typed.eth' },
    failure: 'No workspace was opened.',
  },
  'new-operator': {
    path: '/console/instance',
    typed: { 'Add an operator': `0x${'12'.repeat(20)}` },
    failure: 'The operator was not added.',
  },
  'admin-key': {
    path: '/console',
    open: (page) => page.getByText('Use an admin key instead').click(),
    typed: { 'Admin key': 'typed' },
    failure: 'You are not signed in.',
    visitor: 'signed-out',
  },
  claim: {
    path: '/claim/demo.eth',
    typed: { 'Your name': 'typed-label' },
    choose: async (page) => {
      // The label is asked for again, for this wallet.
      const asked = page.waitForResponse(/\/subname\/available/)
      await chooseWallet(page)
      await asked
    },
    failure: 'You don’t have the name yet.',
    visitor: 'public',
  },
  records: {
    path: '/n/typed-records.demo.eth',
    open: edit,
    typed: { 'Display name': 'Typed', Website: 'https://typed.example' },
    failure: 'Nothing was saved.',
    visitor: 'public',
  },
  transfer: {
    path: '/n/typed-records.demo.eth',
    open: editAndPress('Transfer'),
    typed: { 'Address or ENS name of the new holder': `0x${'12'.repeat(20)}` },
    failure: 'It was not transferred.',
    visitor: 'public',
  },
  release: {
    path: '/n/typed-records.demo.eth',
    open: editAndPress('Release'),
    typed: { 'To go on, type typed-records.demo.eth': 'typed-records.demo.eth' },
    failure: 'It was not released.',
    visitor: 'public',
  },
}

/** Of the sources of the pages; a dialog that confirms has one under the name that it is given. */
const namesInSources = globSync('web/src/**/*.tsx').flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /<(?:Form|ConfirmDialog)\n?\s+name=(?:"([\w-]+)"|\{\w+ \? '([\w-]+)' : '([\w-]+)'\})/g,
    ),
  ].flatMap(([, ...names]) => names.filter((name) => name !== undefined)),
)

const sent = (request: Request) => ['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method())

/** The one form that changes nothing: it asks how a host is proven. */
const reads = (request: Request) => /\/hosts\/[^/?]+\?/.test(request.url())

describeInBrowser('Forms', (browser) => {
  test('rule: every form of the pages is in the table of this test', () => {
    expect(Object.keys(forms).toSorted()).toEqual(namesInSources.toSorted())
  })

  const openForm = async ({ path, visitor }: FilledForm) => {
    const at = path.replace('{workspaceId}', sandbox.file.workspaceId)
    return visitor === undefined
      ? visitConsole(browser(), sandbox, at)
      : visit(browser(), sandbox.file.url + at, withWallet(sandbox, 1))
  }

  test.each(Object.entries(forms))(
    'rule: the form %s shows within the view why it failed, and keeps what was typed',
    async (name, filled) => {
      const { open, typed, choose, failure } = filled
      const { page, problems } = await openForm(filled)
      await page.setViewportSize({ width: 1280, height: 600 })
      await open?.(page)
      const form = page.locator(`form[name="${name}"]`)
      for (const [title, text] of Object.entries(typed)) await fieldOf(form, title).fill(text)
      const button = form.locator('button[type=submit]')
      const alert = form.getByRole('alert').filter({ hasText: failure })
      for (const [fail, reason] of failures) {
        const undo = await fail(page)
        await button.click()
        if (fail === failures[0]?.[0]) await choose?.(page)
        await alert.filter({ hasText: reason }).waitFor()
        await expect.poll(() => isWithinView(page, failure), { timeout: 5_000 }).toBe(true)
        for (const [title, text] of Object.entries(typed))
          expect(await fieldOf(form, title).inputValue(), reason).toBe(text)
        expect(await button.isEnabled()).toBe(true)
        await undo()
      }
      const refused = /^Failed to load resource|^WebSocket|net::ERR_INTERNET_DISCONNECTED/
      expect(problems.filter((problem) => !refused.test(problem))).toEqual([])
    },
    60_000,
  )

  test('rule: a field that the service refuses is marked, has the reason beside it, and gets the focus', async () => {
    const opened = await visitConsole(browser(), sandbox, `${domain}/claim-page`)
    const { page, problems } = opened
    await page.setViewportSize({ width: 360, height: 780 })
    const field = page.getByLabel('Maximum length', { exact: true })
    await field.fill('99')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByRole('alert').filter({ hasText: '“Maximum length” is more than 63.' }).waitFor()
    // The browser logs the response of 400.
    problems.splice(0)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const [description = ''] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    expect(await page.locator(`[id="${description}"]`).textContent()).toMatch(/63/)
    expect(await page.evaluate('document.activeElement.name')).toBe('maxLength')
    expect(await page.getByLabel('Minimum length').getAttribute('aria-invalid')).not.toBe('true')
    await assertWellFormed(opened)
    await field.fill('60')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('The rules are saved.').waitFor()
    expect(await page.getByLabel('Maximum length').getAttribute('aria-invalid')).not.toBe('true')
    expect(problems).toEqual([])
  }, 60_000)

  test('rule: a form that is submitted twice at once is sent once', async () => {
    const { page } = await visitConsole(browser(), sandbox, `${domain}/settings`)
    await page.getByLabel('At most').fill('700')
    const requests: string[] = []
    page.on('request', (request) => {
      if (sent(request)) requests.push(request.url())
    })
    await page
      .locator('form', { has: page.getByLabel('At most') })
      .evaluate((form: { requestSubmit: () => void }) => {
        form.requestSubmit()
        form.requestSubmit()
      })
    await page.getByText('The limit is saved.').waitFor()
    expect(requests).toHaveLength(1)
  })

  test('rule: the editor of a name keeps what was typed when the network is lost', async () => {
    const name = await issueName(sandbox, { label: 'typed', holder: 1 })
    const { page } = await visit(browser(), `${sandbox.file.url}/n/${name}`, withWallet(sandbox, 1))
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    const field = page.getByLabel('Name', { exact: false }).first()
    await field.fill('Typed')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved.' }).waitFor()
    expect(await field.inputValue()).toBe('Typed')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
  }, 60_000)
})

type Undo = () => Promise<unknown>

/** What happens to a write, and the reason that the form shows. */
const failures: readonly (readonly [fail: (page: Page) => Promise<Undo>, reason: string])[] = [
  [respond(409, 'ConflictException: It was changed elsewhere.'), 'It was changed elsewhere.'],
  [
    async (page) => {
      await page.context().setOffline(true)
      return () => page.context().setOffline(false)
    },
    'The server cannot be reached.',
  ],
]

function respond(status: number, error: string | undefined) {
  return intercept((route) =>
    route.fulfill({ status, json: error === undefined ? {} : { result: { error } } }),
  )
}

function intercept(handle: (route: Route) => Promise<void>) {
  return async (page: Page): Promise<Undo> => {
    const intercepted = (route: Route) =>
      sent(route.request()) || reads(route.request()) ? handle(route) : route.continue()
    await page.route('**/*', intercepted)
    return () => page.unroute('**/*', intercepted)
  }
}

/** By its title, which may have the name of its record beside it. */
function fieldOf(form: Locator, title: string): Locator {
  return form.getByLabel(new RegExp(`^${title.replace(/[()]/g, '[$&]')}`)).first()
}

/** Whether the title of the notice is where the visitor looks. */
async function isWithinView(page: Page, text: string): Promise<boolean> {
  const box = await page.getByRole('alert').getByText(text).boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return (
    box !== null && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width
  )
}
