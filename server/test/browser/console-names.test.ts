import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertPopupWellFormed,
  assertWellFormed,
  describeInBrowser,
  takeProblems,
} from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { chooseOption, chooseWallet, issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const path = '/console/domains/1/demo.eth/names'
const templates = '/byname/v1/domains/demo.eth/templates?chainId=1'
const withKey = () => ({ headers: { 'x-api-key': sandbox.file.apiKey } })

beforeAll(async () => {
  sandbox = await startTestSandbox()
  for (const label of ['ada', 'ben', 'cleo', 'dora'])
    await issueName(sandbox, { label, text: [{ key: 'url', value: 'https://a.example' }] })
  await issueName(sandbox, { label: `${'long'.repeat(15)}er`, holder: 2 })
  await issueName(sandbox, { label: '名前', holder: 2 })
  await issueName(sandbox, { label: 'elsewhere', holder: 3, chainId: 11155111 })
  await issueName(sandbox, { label: 'held', holder: 3 })
})
afterAll(() => sandbox.stop())

describeInBrowser('Names in the console', (browser) => {
  const open = (search = '', options = {}) => revisitSignedIn(browser(), sandbox, path + search, options)

  test('the list is accessible at every width, light and dark, also with an open name', async () => {
    const opened = await open('?open=ada')
    const { page } = opened
    await page.getByRole('button', { name: 'dora.demo.eth' }).waitFor()
    await page.getByRole('complementary').getByText('https://a.example').first().waitFor()
    await assertWellFormed(opened)
  })

  test('search, filters and order are in the URL', async () => {
    const { page, problems } = await open()
    await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('cle')
    await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'cleo.demo.eth' }).waitFor()
    expect(page.url()).toContain('search=cle')
    await page.reload()
    await page.getByRole('button', { name: 'cleo.demo.eth' }).waitFor()
    await chooseOption(page, 'State', 'Reserved')
    await page.getByText('No name is like that.').waitFor()
    await page.getByLabel('Search names').fill('')
    await chooseOption(page, 'State', 'Claimed')
    await chooseOption(page, 'Order', 'By name')
    await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor()
    expect(await page.locator('tbody tr button').first().innerText()).toContain('ada')
    expect(problems).toEqual([])
  })

  test('a search finds names by their holder, in other domains too, and says why', async () => {
    const { page, problems } = await open()
    const searching = page.getByLabel('Search names')
    const others = page.getByRole('region', { name: 'Found in the workspace' })
    const { address } = user(sandbox, 3)
    for (const text of [` ${address} `, address.toLowerCase().slice(0, 8)]) {
      await searching.fill(text)
      await page.getByRole('row', { name: 'held.demo.eth' }).getByText('By holder').waitFor()
      await others.getByText(/^Held by 0x.*Sepolia$/).waitFor()
      expect(await others.getByRole('link').allInnerTexts()).toHaveLength(1)
      await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor({ state: 'detached' })
    }
    await searching.fill('')
    await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor()
    await others.waitFor({ state: 'detached' })
    await searching.fill('nothing-here.eth')
    await page.getByText('nothing-here.eth has no Ethereum address').waitFor()
    await searching.fill('elsewhere.demo.eth')
    const link = others.getByRole('link', { name: 'elsewhere.demo.eth' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'elsewhere.demo.eth' }).waitFor()
    expect(page.url()).toContain('/domains/11155111/demo.eth/names')
    expect(problems).toEqual([])
  })

  test('a search of other domains that fails is an error with another try', async () => {
    const { page } = await open()
    await page.route('**/byname/v1/workspaces/*/names?*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await page.getByLabel('Search names').fill('cleo')
    const alert = page.getByRole('alert').filter({ hasText: 'The other domains were not searched.' })
    await alert.waitFor()
    await page.getByRole('button', { name: 'cleo.demo.eth' }).waitFor()
    await page.unroute('**/byname/v1/workspaces/*/names?*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
  })

  test('chosen columns and saved filters are kept by the browser', async () => {
    const { page, problems } = await open('?state=claimed&has=text%3Aavatar')
    await page.getByText('No name is like that.').waitFor()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Save this filter' }).click()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Show all names' }).click()
    const holder = page.getByRole('columnheader', { name: 'Holder' })
    await holder.waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Holder' }).uncheck()
    await holder.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('columnheader', { name: 'Records' }).waitFor()
    expect(await holder.count()).toBe(0)
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Claimed · With an avatar' }).click()
    await page.getByText('No name is like that.').waitFor()
    expect(new URL(page.url()).searchParams.get('has')).toBe('text:avatar')
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Forget this filter' }).click()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Save this filter' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Claimed · With an avatar' }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('lookups of each name are a column, and in its panel with its history', async () => {
    const { page, problems } = await open()
    const cellOf = (name: string, column: number) =>
      page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(column)
    await page.getByRole('columnheader', { name: 'Lookups' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Last lookup' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => cellOf('ada', 7).textContent()).toBe('Never')
    expect(await cellOf('ada', 6).textContent()).toBe('0')
    await page.getByRole('button', { name: 'ada.demo.eth' }).click()
    const panel = page.getByRole('complementary', { name: 'ada.demo.eth' })
    await panel.getByText('Lookups', { exact: true }).waitFor()
    await panel.getByRole('region', { name: 'History' }).getByText('Issued by').waitFor()
    expect(problems).toEqual([])
  })

  test('a name is issued, opened and revoked', async () => {
    const opened = await open()
    const { page } = opened
    await page.getByRole('button', { name: 'New name' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New name' }).waitFor()
    await page.getByRole('dialog').getByLabel('Name').first().fill('fresh')
    await page.getByLabel('Address or ENS name of the holder').fill(user(sandbox, 3).address)
    await page.getByText('Show API call').click()
    await page.getByText('x-api-key: $KEY').waitFor()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'fresh.demo.eth' })
    await panel.getByText('Claimed', { exact: true }).first().waitFor()
    expect((await sandbox.call('GET', '/byname/v1/names/fresh.demo.eth?chainId=1')).status).toBe(200)
    await panel.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Revoked: fresh.demo.eth').first().waitFor()
    expect((await sandbox.call('GET', '/byname/v1/names/fresh.demo.eth?chainId=1')).status).toBe(404)
    expect(opened.problems).toEqual([])
  })

  test('a name is issued with records, to the holder of an ENS name', async () => {
    const { page, problems } = await open()
    await page.getByRole('button', { name: 'New name' }).click()
    const dialog = page.getByRole('dialog', { name: 'New name' })
    await dialog.getByLabel('Name').first().fill('team')
    await dialog.getByLabel('Address or ENS name of the holder').fill('ada.demo.eth')
    const { address } = user(sandbox, 1)
    await dialog.getByText(`ada.demo.eth is ${address} now`).waitFor()
    await dialog.locator('summary').filter({ hasText: 'Profile' }).click()
    await dialog.getByLabel('Website').fill('https://team.example')
    await dialog.locator('summary').filter({ hasText: 'Other chains and site' }).click()
    await dialog.getByRole('button', { name: 'Add an address' }).click()
    await chooseOption(page, 'Chain', 'Base')
    await dialog.getByLabel('Address there').fill(user(sandbox, 2).address)
    await dialog.getByLabel('Site (content hash)').fill(`ipfs://${cid}`)
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
    await page
      .getByRole('complementary', { name: 'team.demo.eth' })
      .getByText('https://team.example')
      .first()
      .waitFor()
    const stored = dataOf(await sandbox.call('GET', '/byname/v1/names/team.demo.eth?chainId=1'))
    expect(stored).toMatchObject({
      holder: address,
      records: {
        texts: [{ key: 'url', value: 'https://team.example' }],
        addresses: [
          { id: 60, value: address },
          { id: 2147492101, value: user(sandbox, 2).address },
        ],
        contentHash: { decoded: cid },
      },
    })
    expect(problems).toEqual([])
  })

  test('records become a template, which gives a name its own texts, and is edited and deleted', async () => {
    const opened = await open()
    const { page, problems } = opened
    const newName = page.getByRole('dialog', { name: 'New name' })
    const editor = page.getByRole('dialog', { name: /^(New|Edit the) template$/ })
    await page.getByRole('button', { name: 'New name' }).click()
    await newName.locator('summary').filter({ hasText: 'Profile' }).click()
    await newName.getByLabel('Website').fill('https://acme.example/u/{label}')
    await newName.getByLabel('Name', { exact: true }).fill('Templated')
    await newName.getByText('Will be: https://acme.example/u/templated').waitFor()
    await newName.getByRole('button', { name: 'Save as a template' }).click()
    await editor.getByLabel('Email').fill('{name}@acme.example')
    await editor.getByLabel('Name of the template').fill('Team')
    await assertPopupWellFormed(opened, 'dialog[open] dialog[open]')
    await editor.getByRole('button', { name: 'Save the template' }).click()
    await editor.waitFor({ state: 'detached' })
    await expect.poll(() => newName.getByRole('combobox', { name: 'Template' }).innerText()).toBe('Team')
    await newName.getByText('2 filled in').waitFor()
    await newName.getByLabel('Address or ENS name of the holder').fill(user(sandbox, 3).address)
    await newName.getByRole('button', { name: 'Issue', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'templated.demo.eth' })
    await panel.getByText('https://acme.example/u/templated').first().waitFor()
    const issued = await sandbox.call('GET', '/byname/v1/names/templated.demo.eth?chainId=1')
    expect(dataOf<{ records: object }>(issued).records).toMatchObject({
      texts: [
        { key: 'url', value: 'https://acme.example/u/templated' },
        { key: 'email', value: 'templated.demo.eth@acme.example' },
      ],
    })

    await panel.getByRole('button', { name: 'Save as a template' }).click()
    await expect.poll(() => editor.getByLabel('Email').inputValue()).toBe('{name}@acme.example')
    await editor.getByRole('checkbox').uncheck()
    await expect.poll(() => editor.getByLabel('Email').inputValue()).toBe('templated.demo.eth@acme.example')
    await editor.getByRole('checkbox').check()
    await editor.getByLabel('Name of the template').fill('Team')
    await editor.getByRole('button', { name: 'Save the template' }).click()
    await editor.getByText('has a template “Team” already').waitFor()
    await takeProblems(opened, 'status of 409')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await editor.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Templates' }).click()
    const list = page.getByRole('dialog', { name: 'Templates' })
    await list.getByText('2 texts').waitFor()
    await assertPopupWellFormed(opened, 'dialog[open]')
    await list.getByRole('button', { name: 'Edit Team' }).click()
    await editor.getByLabel('Name of the template').fill('Staff')
    await editor.getByRole('button', { name: 'Save the template' }).click()
    await list.getByRole('button', { name: 'Delete Staff' }).click()
    await page.getByRole('button', { name: 'Delete the template' }).click()
    await list.getByText('No template yet.').waitFor()
    expect(dataOf(await sandbox.call('GET', templates, withKey()))).toMatchObject({ data: [] })
    expect(problems).toEqual([])
  })

  test('a label that is taken is refused in words, and an invitation is kept for its address', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'New name' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').first().fill('ada')
    await page.getByLabel('Address or ENS name of the holder').fill(user(sandbox, 3).address)
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
    await dialog.getByText('The name was not issued.').waitFor()
    await dialog.getByLabel('Name').first().fill('invited')
    await dialog.getByRole('radio', { name: 'Invite' }).check()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('Reserved: kept until its address accepts').waitFor()
  })

  test('rows are selected with keys and revoked together', async () => {
    for (const label of ['x1', 'x2', 'x3']) await issueName(sandbox, { label })
    const { page, problems } = await open('?search=x')
    await page.getByRole('button', { name: 'x1.demo.eth' }).waitFor()
    await page.locator('tbody tr button').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export selected' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(4)
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('No name is like that.').waitFor()
    expect(problems).toEqual([])
  })

  test('only the wallet of the holder edits records', async () => {
    const { page } = await open('?open=dora', { index: 0 })
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    await page.getByText('does not hold dora.demo.eth').waitFor()
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sandbox account 0' }).waitFor()
  })

  test('the holder transfers a name, and the list knows it at once', async () => {
    const name = await issueName(sandbox, { label: 'moved', holder: 0 })
    const { page, problems } = await open('?open=moved')
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    const panel = page.getByRole('complementary', { name })
    await panel.getByRole('button', { name: 'Transfer' }).click()
    await page.getByLabel('Address or ENS name of the new holder').fill(user(sandbox, 2).address)
    await page.getByRole('button', { name: 'Transfer it' }).click()
    await panel.getByText(user(sandbox, 2).address.slice(0, 6)).first().waitFor()
    expect(await viemClient(sandbox).getEnsAddress({ name })).toBe(user(sandbox, 2).address)
    expect(problems).toEqual([])
  })

  test('a wallet without a role reads, and is offered no change', async () => {
    const { page } = await open('?open=ada', { index: 5 })
    await page.getByRole('complementary').getByText('https://a.example').first().waitFor()
    expect(await page.getByRole('button', { name: 'New name' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Revoke…' }).count()).toBe(0)
  })

  test('on a phone, filters are behind one button beside the search, and a message covers nothing', async () => {
    const { page, problems } = await open()
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor()
    const search = await page.getByRole('search').boundingBox()
    expect(search?.height).toBeLessThan(60)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await chooseOption(page, 'State', 'Claimed')
    await chooseOption(page, 'Order', 'By name')
    await page.getByRole('button', { name: 'Show the names' }).click()
    await expect.poll(() => page.locator('tbody tr button').first().innerText()).toContain('ada')
    expect(new URL(page.url()).search).toContain('order=label')
    await page.getByRole('button', { name: 'Filters: 2 set' }).click()
    await page.getByRole('button', { name: 'Show all names' }).click()
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor()

    await page.getByRole('button', { name: 'New name' }).click()
    const dialog = page.getByRole('dialog', { name: 'New name' })
    await dialog.getByLabel('Name', { exact: true }).fill('small')
    await dialog.getByLabel('Address or ENS name of the holder').fill(user(sandbox, 3).address)
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
    const message = page.getByRole('dialog').filter({ hasText: 'Issued: small.demo.eth' })
    const panel = page.getByRole('complementary', { name: 'small.demo.eth' })
    const [below, above] = [await message.boundingBox(), await panel.boundingBox()]
    expect(above && above.y + above.height).toBeLessThanOrEqual(below?.y ?? 0)
    expect(below && below.y + below.height).toBeLessThanOrEqual(780)
    // The library shows it to screen readers while the message has the focus.
    await message.getByRole('button', { name: 'Close', includeHidden: true }).click()
    await message.waitFor({ state: 'detached' })
    await expect.poll(async () => (await panel.boundingBox())?.height).toBeGreaterThan(above?.height ?? 780)
    expect(problems).toEqual([])
  })

  test('a list that cannot be read is an error with another try', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'ada.demo.eth' }).waitFor()
    await page.context().route('**/byname/v1/domains/demo.eth/managed-names?*', (route) => route.abort())
    await chooseOption(page, 'State', 'Reserved')
    await page.getByText('The names were not read.').waitFor()
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The names were not read.').waitFor({ state: 'detached' })
  })
})
