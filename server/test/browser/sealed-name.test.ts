import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSealTree } from '../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../src/core/seals/scan-seals.ts'
import { normalizeName } from '../../src/ens/names.ts'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { addAuthenticator, newPasskey } from '../support/browser/passkeys.ts'
import { sealInState } from '../support/chain/seal-states.ts'
import {
  addressRecord,
  nextMonth,
  type SealedRecord,
  sealOfSandbox,
  sendAsOwner,
  signSet,
  textRecord,
} from '../support/chain/sealed-names.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const urlOf = (name: string) => `${sandbox.file.url}/n/${name}`
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })
const textOf = (name: string, key: string) => viemClient(sandbox).getEnsText({ name, key, strict: true })

interface Seal {
  readonly sequence: string | null
  readonly validUntil: string | null
}

const put = (name: string, response: string) =>
  sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body: { response } })

const sealOf = async (name: string) =>
  dataOf<{ sealed: Seal }>(await sandbox.call('GET', `/byname/v1/names/${name}?chainId=1`)).sealed

/** Of user 1, who has signed nothing. */
async function unsignedName(label: string): Promise<string> {
  const name = await issueName(sandbox, { label, text: [{ key: 'url', value: 'https://before.example' }] })
  const holder = user(sandbox, 1)
  await sealOfSandbox(sandbox, { name, holder, address: holder.address })
  await scanSeals(sandbox.context)
  return name
}

const sealedName = (label: string) => sealInState(sandbox, label)

const putSet = async (...[name, sequence, validUntil, records]: SetArguments) => {
  const contract = { chainId: 1, resolver: sandbox.file.chains['1'].resolver } as const
  dataOf(await put(name, await signSet(contract, { name, sequence, validUntil, records }, user(sandbox, 1))))
}

type SetArguments = [name: string, sequence: bigint, validUntil: bigint, records: readonly SealedRecord[]]

const responseOf = async (name: string) =>
  dataOf<{ response: string }>(await sandbox.call('GET', `/byname/v1/names/${name}/sealed-set?chainId=1`))
    .response

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The wallet is the one that was connected last. */
const visitAsHolder = async (browser: Browser, name: string, index = 1) => {
  const { prepare } = withWallet(sandbox, index)
  return visit(browser, urlOf(name), {
    prepare: async (context) => {
      await prepare(context)
      await context.addInitScript("localStorage.setItem('wallet', 'example.wallet')")
    },
  })
}

const edit = async (page: Page) => {
  await page.getByRole('button', { name: 'It is mine: edit' }).click()
  await chooseWallet(page)
  await page.getByLabel('Display name').waitFor()
}

const fieldOf = async (page: Page, section: string, label: string) => {
  const field = page.getByLabel(label, { exact: true })
  if (!(await field.isVisible())) await page.locator('summary').filter({ hasText: section }).click()
  return field
}

const review = async (page: Page) => {
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Counts until').waitFor()
  return dialog
}

/** What is to be signed, by its title: its state and value. */
const rowsOf = async (page: Page) =>
  page
    .getByRole('list', { name: 'What you sign' })
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.textContent))

describeInBrowser('The editor of a sealed name', (browser) => {
  test('shows all that is signed, has the holder sign it once, and the chain resolves to it', async () => {
    const name = await sealedName('sealed')
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await visit(browser(), urlOf(name), { prepare })
    const { page } = opened
    await edit(page)
    await page.getByLabel('Display name').fill('Sealed')
    await (await fieldOf(page, 'Addresses', 'Ethereum')).fill(other)
    await (await fieldOf(page, 'Addresses', 'Bitcoin')).fill(bitcoin)
    await (await fieldOf(page, 'More details', 'Site (ipfs://…)')).fill(
      'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    )
    const dialog = await review(page)
    expect(await rowsOf(page)).toEqual([
      `BitcoinNew${bitcoin}`,
      `EthereumChangedBefore: ${user(sandbox, 1).address}${other}`,
      'Display nameNewSealed',
      'SiteNewipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    ])
    await dialog.getByText(sandbox.file.chains['1'].resolver).waitFor()
    await assertWellFormed(opened)
    await dialog.getByText('6 months').click()
    requested.length = 0
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(requested).toEqual(['wallet_switchEthereumChain', 'eth_signTypedData_v4'])
    expect(await addressOf(name)).toBe(other)
    expect(await textOf(name, 'name')).toBe('Sealed')
    const { validUntil, sequence } = await sealOf(name)
    expect(Number(sequence)).toBeGreaterThan(1_700_000_000)
    expect(Date.parse(`${validUntil}`) / 86_400_000 - Date.now() / 86_400_000).toBeCloseTo(182, 1)
    // What is removed is seen as well, and what stays is signed again.
    await page.getByLabel('Display name').fill('')
    await review(page)
    expect((await rowsOf(page)).map((row) => row?.replace(/0x.*|1A.*|ipfs.*/, ''))).toEqual([
      'BitcoinAs before',
      'EthereumAs before',
      'Display nameRemovedBefore: Sealed',
      'SiteAs before',
    ])
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await textOf(name, 'name')).toBe(null)
    expect(await addressOf(name)).toBe(other)
    expect(opened.problems).toEqual([])
  })

  test('says who holds the name to the holder of another wallet', async () => {
    const name = await sealedName('held')
    const holder = user(sandbox, 2).address
    const { page } = await visit(browser(), urlOf(name), withWallet(sandbox, 2))
    const edit = page.getByRole('button', { name: 'It is mine: edit' })
    await edit.click()
    await chooseWallet(page)
    const holders = `${short(holder)} does not hold ${name}: ${short(user(sandbox, 1).address)} does.`
    await page.getByRole('alert').filter({ hasText: holders }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign the same' }).count()).toBe(0)
  })

  test('rule: what was typed stays, and the reason is seen, whatever refuses what is signed', async () => {
    const name = await sealedName('refused')
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await visit(browser(), urlOf(name), { prepare })
    const { page } = opened
    await edit(page)
    await page.getByLabel('Display name').fill('Typed')
    const dialog = await review(page)
    const sign = dialog.getByRole('button', { name: 'Sign it' })
    const signatures = () => requested.filter((method) => method === 'eth_signTypedData_v4').length
    const answers = [
      [502, 'UpstreamException: The RPC does not answer.', 'The chain did not answer', 1],
      [504, 'UpstreamTimeoutException: The RPC does not answer.', 'The chain did not answer', 1],
      [401, 'InvalidSignatureException: Not signed.', 'did not accept the signature. Sign with 0x', 1],
      [429, 'TooManyRequestsException: Slow down.', 'Too many requests.', 2],
      [503, 'ServiceUnavailableException: Busy.', 'The server has too much to do.', 2],
      [409, 'NotSealedException: It is not sealed.', 'It has changed in the meantime.', 2],
      [400, 'InvalidRecordException: The text is too long.', 'The text is too long.', 3],
    ] as const
    for (const [status, error, reason, expected] of answers) {
      await page.route('**/sealed-set?*', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status, json: { result: { error } } })
          : route.continue(),
      )
      await sign.click()
      await dialog.getByRole('alert').filter({ hasText: reason }).waitFor()
      // What is signed is sent again, unless it was refused.
      expect([reason, signatures()]).toEqual([reason, expected])
      await page.unrouteAll()
    }
    await sign.click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await textOf(name, 'name')).toBe('Typed')
    await takeProblems(opened, 'Failed to load resource')
  })

  test('reads a set that another device has sent, keeps what was typed, and offers both to be signed', async () => {
    const name = await sealedName('twice')
    const opened = await visit(browser(), urlOf(name), withWallet(sandbox, 1))
    const { page } = opened
    await edit(page)
    await page.getByLabel('Display name').fill('Of this device')
    const dialog = await review(page)
    const now = BigInt(Math.floor(Date.now() / 1000))
    await putSet(name, now + 500n, nextMonth(), [
      addressRecord(60, other),
      textRecord('url', 'https://of.other'),
    ])
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await dialog.getByText('something else was signed in the meantime').waitFor()
    await takeProblems(opened, 'status of 409')
    expect(await rowsOf(page)).toEqual([
      `EthereumAs before${other}`,
      'Display nameNewOf this device',
      'WebsiteAs beforehttps://of.other',
    ])
    await assertWellFormed(opened)
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await textOf(name, 'name')).toBe('Of this device')
    expect(await textOf(name, 'url')).toBe('https://of.other')
    expect(BigInt((await sealOf(name)).sequence ?? 0)).toBe(now + 501n)
  })

  test('declining keeps all, and an address of no coin is refused before anything is signed', async () => {
    const name = await sealedName('declined')
    const { prepare, requested } = withWallet(sandbox, 1, { declines: 'signatures' })
    const { page } = await visit(browser(), urlOf(name), { prepare })
    await edit(page)
    const field = await fieldOf(page, 'Addresses', 'Bitcoin')
    await field.fill(`${bitcoin.slice(0, -1)}b`)
    await page.getByRole('button', { name: 'Review and sign' }).click()
    await page.getByText('is not an address of Bitcoin.').waitFor()
    expect(requested).not.toContain('eth_signTypedData_v4')
    await field.fill(bitcoin)
    const dialog = await review(page)
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await dialog.getByText('You declined in your wallet.').waitFor()
    await page.keyboard.press('Escape')
    expect(await field.inputValue()).toBe(bitcoin)
    expect((await sealOf(name)).sequence).toBe('1')
    // It is given on in its contract.
    expect(await page.getByRole('button', { name: 'Transfer' }).count()).toBe(0)
    await page.getByText('It is given to another holder in its contract').waitFor()
  })
})

describeInBrowser('The notice for the holder of a sealed name', (browser) => {
  test('offers to sign what was never signed, with the records that the name has', async () => {
    const name = await unsignedName('unsigned')
    const opened = await visitAsHolder(browser(), name)
    const { page } = opened
    await page.getByText('This name leads nowhere yet').waitFor()
    // It is looked up as well.
    await takeProblems(opened, 'status of 502')
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Check and sign' }).click()
    await page.getByLabel('Display name').waitFor()
    await expect(addressOf(name)).rejects.toThrow()
    const dialog = await review(page)
    expect(await rowsOf(page)).toEqual([
      `EthereumNew${user(sandbox, 1).address}`,
      'WebsiteNewhttps://before.example',
    ])
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await addressOf(name)).toBe(user(sandbox, 1).address)
    expect(await page.getByText('leads nowhere').count()).toBe(0)
  })

  test('has the same records signed for another year by one signature, before they end and after', async () => {
    const name = await sealedName('renewed')
    const response = await responseOf(name)
    const opened = await visitAsHolder(browser(), name)
    const { page } = opened
    await page.getByText('What you signed for this name counts until').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Sign the same for another year' }).click()
    await page.getByText('Signed again: it counts until').waitFor()
    const renewed = await sealOf(name)
    expect(Date.parse(`${renewed.validUntil}`) - Date.now()).toBeGreaterThan(364 * 86_400_000)
    expect((await responseOf(name)).slice(-62)).toBe(response.slice(-62))
    expect(await addressOf(name)).toBe(user(sandbox, 1).address)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    // In a year less 59 days, and the day after the end.
    for (const [days, text] of [
      [306, 'What you signed for this name counts until'],
      [366, 'This name leads nowhere: what you signed ended'],
    ] as const) {
      await page.clock.setFixedTime(Date.now() + days * 86_400_000)
      await page.reload()
      await page.getByText(text).waitFor()
    }
    await assertWellFormed(opened)
  })

  test('is not seen by others, nor long before the end', async () => {
    const name = await sealedName('unnoticed')
    const inAYear = nextMonth() + 300n * 86_400n
    for (const [index, validUntil] of [
      [2, nextMonth()],
      [1, inAYear],
    ] as const) {
      await putSet(name, BigInt(index === 2 ? 2 : 3), validUntil, [addressRecord(60, other)])
      const { page } = await visitAsHolder(browser(), name, index)
      await page.waitForLoadState('networkidle')
      expect(await page.getByText('What you signed').count()).toBe(0)
    }
  })
})

describeInBrowser('A name that a passkey holds', (browser) => {
  // The last suite: with a tree, the contract asks for a proof before it seals another name.
  test('is signed for by that passkey, on its site, and by no other', async () => {
    const name = await issueName(sandbox, { label: 'by-passkey' })
    const [own, strange] = [newPasskey(), newPasskey()]
    const seal = { name: normalizeName(name), holder: own.holder, kind: 'passkey' } as const
    const { root, depth } = await addSealTree(sandbox.context, [seal])
    const contract = { chainId: 1, resolver: sandbox.file.chains['1'].resolver } as const
    await sendAsOwner(sandbox, contract, { functionName: 'addSealTree', args: [root, depth] })
    await scanSeals(sandbox.context)
    // Passkeys are of a host that has a name.
    const url = new URL(urlOf(name))
    url.hostname = 'localhost'
    const opened = await visit(browser(), url.href)
    const { page } = opened
    const authenticator = await addAuthenticator(page)
    const edit = page.getByRole('button', { name: 'It is mine: edit' })
    await edit.click()
    await page.getByText('No passkey was used.').waitFor()
    await authenticator.add(strange)
    await edit.click()
    await page.getByText('This passkey does not hold the name.').waitFor()
    await takeProblems(opened, 'status of 502')
    await assertWellFormed(opened)
    await authenticator.replaceBy(own)
    await edit.click()
    await page.getByLabel('Display name').fill('By a passkey')
    const dialog = await review(page)
    await dialog.getByRole('button', { name: 'Sign it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await addressOf(name)).toBe(user(sandbox, 1).address)
    expect(await textOf(name, 'name')).toBe('By a passkey')
    expect((await sealOf(name)).validUntil).not.toBeNull()
    expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0)
  })
})
