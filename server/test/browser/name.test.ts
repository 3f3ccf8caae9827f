import type { Page } from 'playwright-core'
import {
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  keccak256,
  parseAbi,
  verifyMessage,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { uploadPictures } from '../support/browser/pictures.ts'
import { dataOf } from '../support/http/api-client.ts'
import { blackPng } from '../support/media/png.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

/** As in the code that is deployed on Base. */
const l2Registrar = parseAbi([
  'function setNameForAddrWithSignature(address addr, uint256 signatureExpiry, string name, uint256[] coinTypes, bytes signature)',
])

let sandbox: TestSandbox

// The pages of this service are accepted beside the sites that an owner allows.
beforeAll(async () => {
  sandbox = await startTestSandbox()
  dataOf(
    await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', {
      headers: { 'x-api-key': sandbox.file.adminKey },
      body: { allowedOrigins: ['https://club.example'] },
    }),
  )
})
afterAll(() => sandbox.stop())

const urlOf = (name: string) => `${sandbox.file.url}/n/${encodeURIComponent(name)}`

async function readName(name: string) {
  return dataOf<{
    holder: string
    records: { texts: { key: string; value: string }[]; addresses: { id: number; value: string }[] }
  }>(await sandbox.call('GET', `/byname/v1/names/${encodeURIComponent(name)}?chainId=1`))
}

describeInBrowser('The page of a name', (browser) => {
  test('a visitor sees the profile, and what wallets see', async () => {
    const name = await issueName(sandbox, {
      label: 'alice',
      text: [
        { key: 'description', value: 'Builds boats.' },
        { key: 'url', value: 'https://alice.example' },
        { key: 'email', value: 'alice@alice.example' },
        { key: 'com.github', value: '@alice' },
      ],
    })
    const opened = await visit(browser(), urlOf(name))
    const { page } = opened
    await page.getByText('Sends to').waitFor()
    await assertWellFormed(opened)
    const links = page.getByRole('list', { name: 'Links' }).getByRole('link')
    expect(await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))).toEqual([
      'https://alice.example/',
      'mailto:alice@alice.example',
      'https://github.com/alice',
    ])
    await page.getByRole('button', { name: 'QR code of the Ethereum address' }).click()
    await page.getByRole('img', { name: user(sandbox, 1).address }).waitFor()
    await assertWellFormed(opened)
  })

  test('the holder edits records with one signature, and uploads a picture', async () => {
    const name = await issueName(sandbox, { label: 'editor' })
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await visit(browser(), urlOf(name), { prepare })
    const { page } = opened
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    await page.getByLabel('Display name').fill('Edith')
    await page.getByLabel('Avatar').setInputFiles({
      name: 'square.png',
      mimeType: 'image/png',
      buffer: blackPng(64, 48),
    })
    await page.getByLabel('The part of the picture').hover()
    await page.mouse.wheel(0, -300)
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('2 changes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await assertWellFormed(opened)
    expect(requested).toEqual(['eth_requestAccounts', 'personal_sign'])
    const { records } = await readName(name)
    expect(records.texts).toEqual([
      { key: 'name', value: 'Edith' },
      { key: 'avatar', value: expect.stringContaining('/media/') },
    ])
    await page.reload()
    await page.getByText('Edith').waitFor()
    await page.locator('img[src*="/avatar?"]').waitFor()
    expect(opened.problems).toEqual([])
  })

  test('a visitor sees the avatar and the banner that the holder has uploaded', async () => {
    const name = await issueName(sandbox, { label: 'pictured' })
    const holder = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    await uploadPictures(holder.page)
    const opened = await visit(browser(), urlOf(name))
    const { page } = opened
    for (const [image, width] of [
      ['avatar', 88],
      ['banner', 360],
    ] as const) {
      const picture = page.locator(`img[src*="/${image}?"]`)
      await picture.waitFor()
      await waitUntil('the picture is loaded', () =>
        page.evaluate<boolean>(`document.querySelector('img[src*="/${image}?"]').naturalWidth > 1`),
      )
      expect((await picture.boundingBox())?.width).toBe(width)
    }
    await assertWellFormed(opened)
    expect(holder.problems).toEqual([])
    const { records } = await readName(name)
    expect(records.texts.map(({ key }) => key).toSorted()).toEqual(['avatar', 'header'])
  })

  test('a name that was changed on another page is loaded without losing what is typed', async () => {
    const name = await issueName(sandbox, { label: 'two-pages' })
    const [first, second] = await Promise.all(
      [1, 1].map(async (index) => {
        const opened = await visit(browser(), urlOf(name), withWallet(sandbox, index))
        await opened.page.getByRole('button', { name: 'It is mine: edit' }).click()
        await chooseWallet(opened.page)
        return opened
      }),
    )
    if (!first || !second) expect.fail()
    const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
    await first.page.getByLabel('Display name').fill('First')
    await save(first.page)
    await first.page.getByText('Saved.').waitFor()
    await second.page.getByLabel('About').fill('Second')
    await save(second.page)
    await second.page.getByText('Changed: Display name.').waitFor()
    await takeProblems(second, 'status of 412')
    await assertWellFormed(second)
    expect((await readName(name)).records.texts).toEqual([{ key: 'name', value: 'First' }])
    await second.page.getByRole('button', { name: 'keep what I typed' }).click()
    expect(await second.page.getByLabel('Display name').inputValue()).toBe('First')
    expect(await second.page.getByLabel('About').inputValue()).toBe('Second')
    await save(second.page)
    await second.page.getByText('Saved.').waitFor()
    expect((await readName(name)).records.texts).toEqual([
      { key: 'name', value: 'First' },
      { key: 'description', value: 'Second' },
    ])
    await first.page.getByLabel('Display name').fill('Third')
    await save(first.page)
    await first.page.getByText('Changed: About.').waitFor()
  })

  test('a wallet that does not hold the name cannot edit it', async () => {
    const name = await issueName(sandbox, { label: 'foreign' })
    const { page } = await visit(browser(), urlOf(name), withWallet(sandbox, 2))
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    await page.getByText(`does not hold ${name}`).waitFor()
  })

  test('the holder makes it the primary name by a transaction', async () => {
    const name = await issueName(sandbox, { label: 'primary' })
    const opened = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    const { page, problems } = opened
    await page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(page)
    await page.getByRole('button', { name: 'Use as primary name' }).click()
    const data = encodeFunctionData({ abi: parseAbi(['function setName(string name)']), args: [name] })
    expect(await page.getByRole('dialog').textContent()).toContain(data)
    await page.getByLabel('Network').selectOption('Base')
    await page.getByText('First add your address of Base.').waitFor()
    await assertWellFormed(opened)
    await page.getByLabel('Network').selectOption('Ethereum')
    await page.getByRole('button', { name: 'Send it with my wallet' }).click()
    await page.getByText('It is your primary name.').waitFor()
    expect(await viemClient(sandbox).getEnsName({ address: user(sandbox, 1).address })).toBe(name)
    expect(problems).toEqual([])
    const profile = await visit(browser(), urlOf(name))
    await profile.page.getByText('Primary name on Ethereum').waitFor()
    await assertWellFormed(profile)
  })

  test('rule: a name is called primary only where the chain was read both ways, and what was not read is said', async () => {
    const named = await issueName(sandbox, { label: 'two-ways', holder: 3 })
    const other = await issueName(sandbox, { label: 'one-way', holder: 3 })
    await sandbox.devnet.setReverseName(1, user(sandbox, 3).address, named)
    const opened = await visit(browser(), urlOf(other))
    const { page } = opened
    const showing = async (name: string) => {
      const reading = page.waitForResponse((response) => response.url().includes('/ens/v2/reverse'))
      await page.goto(urlOf(name))
      await reading
    }
    // It leads to the address, and the address to another name.
    await showing(other)
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('Primary name').count()).toBe(0)
    await showing(named)
    await page.getByText('Primary name on Ethereum').waitFor()
    await page.route('**/ens/v2/reverse*', (route) => route.fulfill({ status: 503, json: {} }))
    await showing(named)
    await page.getByText('Primary names could not be read on Ethereum.').waitFor()
    expect(await page.getByText('Primary name on').count()).toBe(0)
    await page.unrouteAll()
    await takeProblems(opened, 'status of 503')
    await assertWellFormed(opened)
    await page.getByText('could not be read').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Primary name on Ethereum').waitFor()
  })

  test.each([
    ['Test Wallet', 'rollup'],
    ['Sandbox account 1', 'rollup-sandbox'],
  ])(
    'without gas, %s signs a primary name of a rollup, and the page shows the call data',
    async (walletName, label) => {
      const name = await issueName(sandbox, { label, coinTypes: [60, 0x80000000 + 8453] })
      const { prepare, requested } = withWallet(sandbox, 1)
      const opened = await visit(browser(), urlOf(name), { prepare })
      const { page } = opened
      await page.getByRole('button', { name: 'It is mine: edit' }).click()
      await page.getByRole('dialog').getByRole('button', { name: walletName }).click()
      await page.getByRole('button', { name: 'Use as primary name' }).click()
      await page.getByLabel('Network').selectOption('Base')
      await page.getByRole('button', { name: 'Sign it only' }).click()
      await page.getByText('Signed, but not checked.').waitFor()
      await assertWellFormed(opened)
      expect(requested).not.toContain('eth_sendTransaction')
      const [chainId, registrar, data] = await page
        .getByRole('region', { name: 'Without gas' })
        .locator('dd')
        .allInnerTexts()
      expect(chainId).toBe('8453')
      const { args } = decodeFunctionData({ abi: l2Registrar, data: `0x${data?.slice(2)}` })
      const [holder, expiry, claimed, coinTypes, signature] = args
      expect([holder, claimed, coinTypes]).toEqual([user(sandbox, 1).address, name, [0x80002105n]])
      const packed = encodePacked(
        ['address', 'bytes4', 'address', 'uint256', 'string', 'uint256[]'],
        [getAddress(registrar ?? ''), '0x64752d0b', holder, expiry, claimed, coinTypes],
      )
      const message = { raw: keccak256(packed) }
      expect(await verifyMessage({ address: holder, message, signature })).toBe(true)
    },
  )

  test('the holder transfers the name, and the new one releases it', async () => {
    const base = 0x80000000 + 8453
    const bitcoin = { coinType: 0, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }
    const text = [{ key: 'email', value: 'mine@moving.example' }]
    const name = await issueName(sandbox, { label: 'moving', coinTypes: [60, base], others: [bitcoin], text })
    const first = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    await first.page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(first.page)
    await first.page.getByRole('button', { name: 'Transfer' }).click()
    await first.page
      .getByLabel('Address or ENS name of the new holder')
      .fill(user(sandbox, 2).address.toLowerCase())
    const listed = (title: string) =>
      first.page.getByRole('list', { name: title }).getByRole('listitem').allInnerTexts()
    const next = getAddress(user(sandbox, 2).address)
    const ofNext = expect.stringContaining(`${next.slice(0, 6)}…${next.slice(-4)}`)
    await expect.poll(() => listed('It will send to the new holder on')).toEqual([ofNext, ofNext])
    expect(await listed('It will still send to these addresses')).toEqual([
      expect.stringContaining('Bitcoin'),
    ])
    await first.page.getByText('These stay on the profile: Email.').waitFor()
    await assertWellFormed(first)
    await first.page.getByRole('switch', { name: 'Remove these addresses' }).check()
    await first.page.getByRole('button', { name: 'Transfer it' }).click()
    const done = first.page.getByText(`${name} belongs to`)
    await done.waitFor()
    expect(await first.page.getByRole('button', { name: 'It is mine: edit' }).count()).toBe(0)
    await assertWellFormed(first)
    const { address } = user(sandbox, 2)
    const { holder, records } = await readName(name)
    expect(holder).toBe(address)
    expect(records.addresses.map(({ id, value }) => [id, value])).toEqual([
      [60, address],
      [base, address],
    ])

    const second = await visit(browser(), urlOf(name), withWallet(sandbox, 2))
    await second.page.getByRole('button', { name: 'It is mine: edit' }).click()
    await chooseWallet(second.page)
    await second.page.getByRole('button', { name: 'Release' }).click()
    expect(await second.page.getByRole('button', { name: 'Release it' }).isDisabled()).toBe(true)
    await second.page.getByLabel('To go on').fill(name)
    await second.page.getByRole('button', { name: 'Release it' }).click()
    await second.page.getByText('You have released it.').waitFor()
    expect((await sandbox.call('GET', `/byname/v1/names/${name}?chainId=1`)).status).toBe(404)
    expect([...first.problems, ...second.problems]).toEqual([])
  })

  test.each([
    ['63 characters', 'a'.repeat(63)],
    ['emoji', '👩‍🚀🚀'],
    ['right-to-left letters', 'مرحبا'],
  ])('a label of %s fits at every width', async (_, label) => {
    const name = await issueName(sandbox, { label })
    const opened = await visit(browser(), urlOf(name))
    await opened.page.getByText('Sends to').waitFor()
    await assertWellFormed(opened)
  })

  test('no record becomes a script, in the document or in the page', async () => {
    const hostile = `</script><script>hacked = true</script><img src=x onerror="hacked = true">`
    const name = await issueName(sandbox, {
      label: 'mallory',
      text: [
        { key: 'name', value: hostile },
        { key: 'description', value: `"><script>hacked = true</script>$&${hostile}` },
        { key: 'url', value: 'javascript:hacked = true' },
        { key: 'email', value: 'a@b.example?body=x' },
        { key: 'com.github', value: '"><img src=x onerror=alert(1)>' },
        { key: 'avatar', value: 'javascript:hacked = true' },
      ],
    })
    const { page, problems } = await visit(browser(), urlOf(name))
    await page.getByText('Sends to').waitFor()
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
    // The one within the document, the entry, and the data.
    expect(await page.locator('script').count()).toBe(3)
    const hrefs = await page.locator('main a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(hrefs).toEqual(['https://github.com/%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E'])
    // The avatar cannot be read.
    expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([])
  })
})
