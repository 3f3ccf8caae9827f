import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { namehash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lowerCaseHex } from '../../src/crypto/hex.ts'
import { normalizeName } from '../../src/ens/names.ts'
import { savePrimaryName } from '../../src/store/entities/primary-names.ts'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { revisitSignedIn, visitConsole } from '../support/browser/console.ts'
import { chooseOption, issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'

/** A user of the sandbox who owns no domain of it and is a member of no workspace. */
const owner = 3

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describeInBrowser('An owner in the console', (browser) => {
  const open = (path: string, options = {}) => revisitSignedIn(browser(), sandbox, path, options)

  test('rule: a fresh wallet comes from the sign-in to a name that resolves', async () => {
    await sandbox.devnet.registerName(1, 'fresh', { owner: user(sandbox, owner).address })
    const opened = await visitConsole(browser(), sandbox, '/console', { index: owner })
    const { page } = opened
    await page.getByLabel('Name of the workspace').fill('Fresh')
    await page.getByLabel('Your domain').fill('fresh.eth')
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Open the workspace' }).click()
    const steps = page.getByRole('list', { name: 'Steps for fresh.eth' })
    await steps.getByRole('button', { name: 'Point fresh.eth at this server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click()
    await steps.getByRole('button', { name: 'Sign it' }).click()
    await page.getByLabel('Label').fill('alice')
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Issue the name' }).click()
    await page.getByText('Looked up on the chain').waitFor()
    const address = await viemClient(sandbox).getEnsAddress({ name: 'alice.fresh.eth' })
    expect(address).toBe(user(sandbox, owner).address)
    expect(opened.problems).toEqual([])
  })

  test('rule: the setup says who owns a domain that is not yours', async () => {
    const { page } = await open('/console')
    await page.getByRole('link', { name: 'Add a domain' }).first().click()
    await page.getByLabel('Your domain').fill('unregistered-name.eth')
    await page.getByRole('button', { name: 'Look it up' }).click()
    await page.getByText('It is not registered, or it has expired.').waitFor()
  })

  test('rule: an operator adds the domain of another wallet without a signature', async () => {
    const { resolver } = sandbox.file.chains[1]
    await sandbox.devnet.registerName(1, 'foreign', { owner: user(sandbox, owner).address, resolver })
    const opened = await open('/console')
    const { page } = opened
    await page.getByRole('link', { name: 'Add a domain' }).first().click()
    await page.getByLabel('Your domain').fill('foreign.eth')
    await page.getByRole('button', { name: 'Look it up' }).click()
    await page.getByRole('button', { name: 'Add foreign.eth' }).click()
    await page.getByText('foreign.eth is here.').waitFor()
    await page.getByLabel('Label').waitFor()
    await assertWellFormed(opened)
  })

  test('rule: a domain that is not onboarded resumes its setup at its URL', async () => {
    await sandbox.devnet.registerName(1, 'halfway', { owner: user(sandbox, 0).address })
    const { page } = await open('/console/domains/1/halfway.eth/names')
    const steps = page.getByRole('list', { name: 'Steps for halfway.eth' })
    await steps.getByRole('button', { name: 'Point halfway.eth at this server' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('a member of no workspace reads why a domain that is not onboarded has no screens', async () => {
    const { page } = await open('/console/domains/1/halfway.eth', { index: 4 })
    await page.getByText('Only an owner of a workspace can add it.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('rule: activity says what changed, filters by person, kind and time in its URL, and saves what it shows', async () => {
    const name = await issueName(sandbox, { label: 'told', text: [{ key: 'com.github', value: 'told' }] })
    const opened = await open('/console/domains/1/demo.eth/activity')
    const { page, problems } = opened
    const row = page.getByRole('listitem').filter({ hasText: name }).first()
    await row.getByText('GitHub: told').waitFor()
    await row.getByText('Issued by').click()
    await row.getByRole('button', { name: /^Everything by API key/ }).click()
    await page.waitForURL(/by=[\da-f-]{36}/)
    await row.waitFor()
    await chooseOption(page, 'Person', 'The service itself')
    await page.waitForURL(/by=system/)
    await row.waitFor({ state: 'detached' })
    await chooseOption(page, 'Time', 'Last 24 hours')
    await chooseOption(page, 'Kind', 'Records of names')
    await page.waitForURL(/last=24h/)
    await page.reload()
    await page.getByText('Nothing matches.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Show everything' }).last().click()
    await row.waitFor()
    expect(new URL(page.url()).search).toBe('')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const lines = (await text(await file.createReadStream())).split('\r\n')
    expect(lines.find((line) => line.includes(name))).toMatch(
      /,Issued,"?API key “.*GitHub: told.*subname\.issued$/,
    )
    expect(problems).toEqual([])
  })

  test('rule: activity names the API key that changed a name', async () => {
    await issueName(sandbox, { label: 'keyed' })
    const { page, problems } = await open('/console/domains/1/demo.eth/activity')
    await page.getByText('API key “Sandbox”').first().waitFor()
    expect(problems).toEqual([])
  })

  test('rule: a key is shown once, with a command that works', async () => {
    const opened = await open('/console')
    const { page } = opened
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('shop')
    await page.getByText('Show API call').click()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = (await page.getByRole('status').locator('code').first().textContent()) ?? ''
    expect(key).toMatch(/^byname_/)
    expect(await focusedText(page)).toBe(key)
    const response = await sandbox.call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': key } })
    expect(response.status).toBe(200)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByText(key).first().waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Revoke shop' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Revoked', { exact: true }).first().waitFor()
    expect((await sandbox.call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': key } })).status).toBe(
      401,
    )
    await assertWellFormed(opened)
  })

  test('rule: keys say in words what they may, which replaces which, and when the last one goes; the focus stays', async () => {
    const headers = { 'x-api-key': sandbox.file.adminKey }
    const { id: workspaceId } = dataOf<{ id: string }>(
      await sandbox.call('POST', '/byname/v1/workspaces', { headers, body: { name: 'Of keys' } }),
      201,
    )
    const keys = `/byname/v1/workspaces/${workspaceId}/api-keys`
    const body = { name: 'shop', scopes: ['names:write', 'names:export'] }
    dataOf(await sandbox.call('POST', keys, { headers, body }), 201)
    const opened = await open(`/console/workspaces/${workspaceId}/keys`)
    const { page } = opened
    const dialog = page.getByRole('dialog')
    await page
      .getByText('May read, issue and change names, export all names: all domains of the workspace.')
      .waitFor()
    expect(await page.getByText('names:write').count()).toBe(0)
    await page.getByRole('button', { name: 'Revoke shop' }).click()
    await dialog.getByText('It is the last key that works.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Replace shop' }).click()
    await chooseOption(page, 'The old key ends', 'At once')
    await dialog.getByText('It is the last key that works.').waitFor()
    await chooseOption(page, 'The old key ends', 'After an hour')
    await page.getByRole('button', { name: 'Create the new key' }).click()
    await page.getByText('byname_').first().waitFor()
    await expect.poll(() => focusedText(page)).toMatch(/^byname_/)
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    const old = page.getByRole('listitem').filter({ hasText: 'Replaced by' })
    const next = page.getByRole('listitem').filter({ hasText: 'Replaces byname_' })
    await next.getByText(/which ends in (59|60) minutes|which ends in 1 hour/).waitFor()
    await old.waitFor()
    await assertWellFormed(opened)
    await next.getByRole('button', { name: 'Revoke shop' }).press('Enter')
    await dialog.getByText(/^All other keys have ended in /).waitFor()
    await dialog.getByRole('button', { name: 'Revoke the key' }).press('Enter')
    await next.getByText('Revoked', { exact: true }).waitFor()
    await expect.poll(() => focusedText(page)).toMatch(/^shop/)
  })

  /** Chosen at this service. */
  const choosePrimaryName = (index: number, name: string) =>
    savePrimaryName(sandbox.context.store.db, {
      ...{ id: randomUUID(), chainId: 1, address: lowerCaseHex(user(sandbox, index).address) },
      name: normalizeName(name),
      ...{ node: namehash(name), createdAt: 1, updatedAt: 1 },
    })

  test('rule: members and holders have their primary names, as far as these are theirs', async () => {
    const mia = await issueName(sandbox, { label: 'mia', holder: 5 })
    const club = await issueName(sandbox, { label: 'club', holder: 5 })
    await issueName(sandbox, { label: 'false', holder: 6 })
    await choosePrimaryName(5, mia)
    await choosePrimaryName(6, club)
    const { workspaceId, adminKey } = sandbox.file
    const members = `/byname/v1/workspaces/${workspaceId}/members`
    for (const index of [5, 6]) {
      const body = { member: user(sandbox, index).address, role: 'viewer' }
      dataOf(await sandbox.call('POST', members, { headers: { 'x-api-key': adminKey }, body }), 201)
    }
    const { page, problems } = await open(`/console/workspaces/${workspaceId}/members`)
    const rowOf = (index: number) =>
      page.getByRole('listitem').filter({ hasText: user(sandbox, index).address.slice(-4) })
    await rowOf(5).getByText(mia).waitFor()
    expect(await rowOf(6).getByText('demo.eth').count()).toBe(0)
    await page.goto(`${sandbox.file.url}/console/domains/1/demo.eth/names?open=club`)
    await page.getByRole('complementary', { name: club }).getByText(mia).waitFor()
    const read = page.waitForResponse(/\/ens\/v2\/reverse/)
    await page.goto(`${sandbox.file.url}/console/domains/1/demo.eth/names?open=false`)
    await (await read).finished()
    const panel = page.getByRole('complementary', { name: 'false.demo.eth' })
    await panel.getByText(user(sandbox, 6).address.slice(-4)).first().waitFor()
    expect(await panel.getByText(club).count()).toBe(0)
    expect(problems).toEqual([])
    for (const index of [5, 6])
      dataOf(
        await sandbox.call('DELETE', `${members}/${user(sandbox, index).address}`, {
          headers: { 'x-api-key': adminKey },
        }),
      )
  })

  test('rule: a member is added, changed and removed', async () => {
    const opened = await open('/console')
    const { page } = opened
    await page.getByRole('link', { name: 'Members' }).first().click()
    await page.getByRole('button', { name: 'Add a member' }).click()
    const { address } = user(sandbox, 4)
    await page.getByLabel('Address or ENS name').fill(address)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The member is added.').waitFor()
    await chooseOption(page, `Role of ${address.slice(0, 6)}`, 'Viewer')
    await page.getByText('The role is changed.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The member is removed.').waitFor()
    expect(opened.problems).toEqual([])
  })

  test('rule: the claim page obeys the rules at once', async () => {
    const opened = await open('/console/domains/1/demo.eth/claim-page')
    const { page } = opened
    await page.getByLabel('Minimum length').fill('5')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('The rules are saved.').waitFor()
    await page.getByLabel('Name of the community').fill('The demo')
    await page.getByLabel('Offer an account with a passkey').uncheck()
    await page.frameLocator('iframe:not(.invisible)').getByText('The demo', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save the branding' }).click()
    await page.getByText('The branding is saved.').waitFor()
    await assertWellFormed(opened)
    const visitor = await page.context().newPage()
    await visitor.goto(`${sandbox.file.url}/claim/demo.eth`)
    await visitor.getByText('The demo', { exact: true }).waitFor()
    await visitor.getByRole('textbox').first().fill('abc')
    await visitor.getByText('at least 5 characters').first().waitFor()
    await visitor.getByRole('textbox').first().fill('abcde')
    await visitor.getByRole('button', { name: /^Claim / }).click()
    await visitor.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).waitFor()
    expect(await visitor.getByText('Base Account').count()).toBe(0)
    await visitor.close()
  })

  test('rule: changes are shown before and after, and settings change them', async () => {
    const opened = await open('/console/domains/1/demo.eth/settings')
    const { page } = opened
    await page.getByLabel('At most').fill('500')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('The limit is saved.').waitFor()
    const caching = page.locator('form[name=caching]')
    await caching.getByLabel('Seconds').fill('59')
    await caching.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The time for caches is saved.').waitFor()
    await assertWellFormed(opened)
    await page.setViewportSize({ width: 1280, height: 780 })
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByText('Settings changed').first().click()
    await changed(page).getByText('59', { exact: true }).waitFor()
    await page.getByText('Settings changed').nth(1).click()
    await changed(page).getByText('500', { exact: true }).waitFor()
    await assertWellFormed(opened)
  })

  test('rule: sessions are listed', async () => {
    const opened = await open('/console')
    await opened.page.getByRole('button', { name: 'Account' }).click()
    await opened.page.getByRole('link', { name: 'Your sessions' }).click()
    await opened.page.getByText('This browser').waitFor()
    await assertWellFormed(opened)
  })

  test('attack: script in the words of an owner stays text', async () => {
    const { page, problems } = await open('/console/domains/1/demo.eth/claim-page')
    const words = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    await page.getByLabel('Words', { exact: true }).fill(words)
    await page.getByRole('button', { name: 'Save the branding' }).click()
    await page.getByText('The branding is saved.').waitFor()
    await page.frameLocator('iframe:not(.invisible)').getByText('<script>').waitFor()
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByText('Settings changed').first().click()
    await changed(page).getByText('<script>').first().waitFor()
    expect(problems).toEqual([])
  })
})

/** The values of opened changes of the settings. */
const changed = (page: Page) => page.getByRole('list', { name: /^domain\.changed/ })

/** Of what has the focus. */
async function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement?.textContent ?? ""')
}
