import { readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, type Visit } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { chooseWallet } from '../support/browser/pages.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../support/chain/onboard-domain.ts'
import { type FormerService, recordsOf, startFormerService } from '../support/gateway/former.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../support/service/sandbox.ts'
import { startTestService } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const here = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const there = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')

/** A folder for pictures to look at. */
const { ARRIVE_PICTURES } = env

let sandbox: TestSandbox
let domain: OnboardedDomain
let former: FormerService

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'arriving', scheme: 'chain-bound', form: 'POST' })
  const service = await startTestService(undefined, { NAMESTONE_FACADE: 'on' })
  former = await startFormerService(sandbox, domain.name, { service })
  for (const label of ['alice', 'bob', 'carol', 'dave', 'erin'])
    await former.addName(label, recordsOf(there, `https://${label}.example`))
  await sandbox.devnet.setResolver(1, domain.name, former.resolver)
  await addName(sandbox, domain, 'alice', recordsOf(here, 'https://alice.example'))
})
afterAll(async () => {
  await former.service.stop()
  await sandbox.stop()
})

async function picture({ page }: Visit, title: string): Promise<void> {
  if (ARRIVE_PICTURES === undefined) return
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1500 })
    await page.screenshot({ path: `${ARRIVE_PICTURES}/${title}-${width}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

const path = (name: string) => `/console/domains/1/${name}`

describeInBrowser('Bringing names here in the console', (browser) => {
  test('rule: the whole way from a service that runs: read, check, import, compare, switch, what is left', async () => {
    const opened = await visitConsole(browser(), sandbox, `${path(domain.name)}/settings`)
    const { page } = opened
    await page.getByRole('link', { name: 'Bring names here' }).click()
    await page.getByRole('heading', { name: 'Bring names here' }).waitFor()
    await assertWellFormed(opened)
    await picture(opened, '1-source')

    await page.getByRole('radio', { name: /NameStone/ }).check()
    await page.getByLabel('Address of its API').fill(former.service.url)
    await page.getByLabel('API key there').fill('wrong')
    await assertWellFormed(opened)
    await picture(opened, '1-service')
    await page.getByRole('button', { name: 'Read the names' }).click()
    await page.getByText('Nothing was read.').waitFor()
    await picture(opened, '1-refused')
    opened.problems.length = 0
    expect(await page.getByLabel('API key there').inputValue()).toBe('wrong')
    await page.getByLabel('API key there').fill(former.service.key)
    await page.getByRole('button', { name: 'Read the names' }).click()

    await page.getByText('5 names are checked. Nothing is written yet.').waitFor()
    await former.addName('late', recordsOf(there, 'https://late.example'))
    await page.getByRole('button', { name: 'New 4' }).click()
    expect(await page.getByRole('row').count()).toBe(5)
    await page.getByRole('button', { name: 'Stays as it is 1' }).click()
    expect(await page.getByRole('row', { name: /alice/ }).count()).toBe(1)
    await assertWellFormed(opened)
    await picture(opened, '2-check')
    await page.getByRole('radio', { name: /Replace it/ }).check()
    await page.getByRole('button', { name: 'Changes 1' }).waitFor()
    expect(await countNames()).toBe(1)

    await page.getByRole('link', { name: 'Next: Import' }).click()
    await page.getByText('4 will be added, 1 will be changed.').waitFor()
    await assertWellFormed(opened)
    await picture(opened, '3-import')
    await page.getByRole('button', { name: 'Import 5 names' }).click()
    await page.getByText('Done: 4 added, 1 changed. Sending the same names again changes nothing.').waitFor()
    expect(await countNames()).toBe(5)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the report' }).click()
    const report = await readFile(await (await downloading).path(), 'utf8')
    expect(report).toContain(`alice,${there},changed,`)
    await assertWellFormed(opened)
    await picture(opened, '3-imported')

    // A reload keeps what was done.
    await page.reload()
    await page.getByText('Done: 4 added, 1 changed. Sending the same names again changes nothing.').waitFor()
    opened.problems.length = 0

    await page.getByRole('link', { name: 'Next: Compare' }).click()
    await page.getByText('Found on chain.').waitFor()
    expect(await page.getByLabel('Its signers').inputValue()).not.toBe('')
    await assertWellFormed(opened)
    await picture(opened, '4-gateway')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Side by side' }).waitFor()
    await page.getByRole('button', { name: 'Compare 5 names' }).click()
    await page.getByText('All 5 answer the same.').waitFor()
    await addName(sandbox, domain, 'other', recordsOf(here, 'https://other.example'))
    await page.getByLabel('Names', { exact: true }).fill(`alice late.${domain.name} other`)
    await page.getByRole('button', { name: 'Compare 3 names' }).click()
    await page.getByText('1 of 3 answer the same.').waitFor()
    await page
      .getByRole('article', { name: `late.${domain.name}` })
      .getByText('It is not here: the old gateway answers for it.')
      .waitFor()
    await page
      .getByRole('article', { name: `other.${domain.name}` })
      .getByText('Differs', { exact: true })
      .waitFor()
    await assertWellFormed(opened)
    await picture(opened, '4-compared')

    await page.getByRole('link', { name: 'Next: Switch' }).click()
    await page.getByText('Nothing goes dark.').waitFor()
    await assertWellFormed(opened)
    await picture(opened, '5-switch')
    await page.getByRole('button', { name: `Point ${domain.name} at this server` }).click()
    await chooseWallet(page)
    await page.getByText(`${domain.name} points here.`).waitFor()
    const client = viemClient(sandbox)
    expect(await client.getEnsAddress({ name: `bob.${domain.name}`, strict: true })).toBe(there)
    expect(await client.getEnsAddress({ name: `late.${domain.name}`, strict: true })).toBe(there)

    await page.getByRole('link', { name: 'Next: What is left' }).click()
    await waitUntil('the name that is left is reported', async () => {
      await page.reload()
      return page
        .getByText('1 name is answered by the old gateway.')
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        )
    })
    opened.problems.length = 0
    await page
      .getByRole('listitem')
      .filter({ hasText: `late.${domain.name}` })
      .waitFor()
    await assertWellFormed(opened)
    await picture(opened, '6-rest')
    await page.getByRole('switch', { name: 'As they are asked for' }).check()
    await waitUntil('names are taken over as they are asked for', async () => {
      const { formerGateway } = await readFormer()
      return formerGateway?.importOnRead === true
    })
    await page.getByRole('button', { name: 'Remove the old gateway' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('There is no old gateway.').waitFor()
    await assertWellFormed(opened)
    await picture(opened, '6-done')
    expect((await readFormer()).formerGateway).toBeNull()
  })

  test('files: an export of this service, with a name that is refused, by the keyboard', async () => {
    const opened = await visitConsole(browser(), sandbox, `${path('demo.eth')}/arrive`)
    const { page } = opened
    const names = [
      { label: 'filed', address: here },
      { label: 'not valid', address: here },
      { label: 'filed', address: there },
    ]
    const csv = ['name,address', ...names.map(({ label, address }) => `${label},${address}`)].join('\n')
    await page
      .getByLabel('File of names')
      .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('3 names are checked. Nothing is written yet.').waitFor()
    await page.getByRole('button', { name: 'Refused 2' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('It is in row 2 already.').waitFor()
    await assertWellFormed(opened)
    await picture(opened, '7-file')

    const archive = await fetch(`${sandbox.file.url}/byname/v1/domains/${domain.name}/export?chainId=1`, {
      headers: { 'x-api-key': sandbox.file.adminKey },
    })
    const text = await archive.text()
    await page.getByRole('link', { name: /Source/ }).click()
    const choose = (content: string) =>
      page
        .getByLabel('File of names')
        .setInputFiles({ name: 'names.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(content) })
    await choose(text.replace('https://bob.example', 'https://eve.example'))
    await page.getByText('The export was changed').waitFor()
    await choose(text)
    await page.getByText(/names are checked\. Nothing is written yet\./).waitFor()
    await page.getByText('bob.demo.eth').first().waitFor()
    opened.problems.length = 0
  })
})

async function countNames(): Promise<number> {
  const response = await sandbox.call('GET', `/byname/v1/domains/${domain.name}?chainId=1`, {
    headers: { 'x-api-key': sandbox.file.apiKey },
  })
  return dataOf<{ readonly names: number }>(response).names
}

async function readFormer() {
  return dataOf<{ readonly formerGateway: { readonly importOnRead: boolean } | null }>(
    await sandbox.call('GET', `/byname/v1/domains/${domain.name}/former-gateway?chainId=1`, {
      headers: { 'x-api-key': sandbox.file.apiKey },
    }),
  )
}
