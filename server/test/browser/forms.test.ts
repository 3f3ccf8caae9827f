import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertWellFormed,
  describeInBrowser,
  revisit,
  takeProblems,
  visit,
} from '../support/browser/browser.ts'
import { revisitSignedIn, visitSignedIn } from '../support/browser/console.ts'
import { changePolicy, chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { sealInState, sealLabel } from '../support/chain/seal-states.ts'
import { claim } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'
import { domain, type FilledForm, forms } from './form-table.ts'

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
  await sealInState(sandbox, 'sealed-records')
  await sealLabel(sandbox, 'sealed-claim', { holder: user(sandbox, 1).address })
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
  const template = { name: 'Kept', texts: [{ key: 'url', value: 'https://acme.example' }] }
  await post('/byname/v1/domains/demo.eth/templates?chainId=1', template, apiKey)
  const hostsPath = '/byname/v1/domains/demo.eth/hosts'
  const headers = { 'x-api-key': adminKey }
  const shown = await sandbox.call('GET', `${hostsPath}/shown.acme.example?chainId=1`, { headers })
  const { proof } = dataOf<{ proof: { dnsName: string; value: string } }>(shown)
  sandbox.dns.records.set(proof.dnsName, [proof.value])
  await post(`${hostsPath}?chainId=1`, { host: 'shown.acme.example' })
  const demo = { name: 'demo.eth', chainId: 11155111 } as const
  // Before there is a former gateway, which does not answer.
  dataOf(await claim(sandbox, demo, 'pending', user(sandbox, 2)), 201)
  dataOf(await claim(sandbox, demo, 'waiting', user(sandbox, 1)), 201)
  const former = {
    url: 'https://gateway.example/{sender}/{data}.json',
    resolver: `0x${'12'.repeat(20)}`,
    signers: [`0x${'34'.repeat(20)}`],
  }
  const formerPath = '/byname/v1/domains/demo.eth/former-gateway?chainId=11155111'
  dataOf(await sandbox.call('PUT', formerPath, { headers, body: former }))
})
afterAll(() => sandbox.stop())

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
      ? revisitSignedIn(browser(), sandbox, at)
      : revisit(browser(), 'public', sandbox.file.url + at, withWallet(sandbox, 1))
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
      for (const [fail, reasonForOwners, reasonForMembers = reasonForOwners] of failures) {
        const reason = filled.path.startsWith('/console') ? reasonForOwners : reasonForMembers
        const undo = await fail(page)
        await expect.poll(() => button.isEnabled()).toBe(true)
        // What loads above it meanwhile moves the button away from a mouse.
        await button.press('Enter')
        if (fail === failures[0]?.[0]) await choose?.(page)
        await alert.filter({ hasText: reason }).waitFor()
        await expect.poll(() => isWithinView(page, failure)).toBe(true)
        for (const [title, text] of Object.entries(typed))
          expect(await fieldOf(form, title).inputValue(), reason).toBe(text)
        expect(await button.isEnabled()).toBe(true)
        await undo()
      }
      // The preview of the claim page is the element of other sites, which tells its owner in the console.
      const refused =
        /^Failed to load resource|^WebSocket|net::ERR_INTERNET_DISCONNECTED|^<byname-claim .*: UnreachableError/
      expect(problems.filter((problem) => !refused.test(problem))).toEqual([])
    },
  )

  test('rule: a field that the service refuses is marked, has the reason beside it, and gets the focus', async () => {
    const opened = await revisitSignedIn(browser(), sandbox, `${domain}/claim-page`)
    const { page, problems } = opened
    await page.setViewportSize({ width: 360, height: 780 })
    const advanced = page.locator('summary').filter({ hasText: 'Advanced' })
    await advanced.click()
    const field = page.getByLabel('Maximum length', { exact: true })
    await field.fill('99')
    // A field that is folded away is shown when it is refused.
    await advanced.click()
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByRole('alert').filter({ hasText: '“Maximum length” is more than 63.' }).waitFor()
    await takeProblems(opened, 'status of 400')
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
  })

  test('rule: a form that is submitted twice at once is sent once', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, `${domain}/settings`)
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
    const field = page.getByRole('textbox', { name: 'Name' }).first()
    await field.fill('Typed')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved.' }).waitFor()
    expect(await field.inputValue()).toBe('Typed')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
  })
})

type Undo = () => Promise<unknown>

/** What happens to a write, and the reason that the form shows: in the console the words of the service. */
const failures: readonly (readonly [
  fail: (page: Page) => Promise<Undo>,
  reason: string,
  reasonForMembers?: string,
])[] = [
  [
    respond(409, 'ConflictException: It was changed elsewhere.'),
    'It was changed elsewhere.',
    'It has changed in the meantime.',
  ],
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
