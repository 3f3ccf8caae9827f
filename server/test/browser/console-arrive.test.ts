import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { assertWellFormed, describeInBrowser, type Visit } from '../support/browser/browser.ts'
import { visitConsole, visitSignedIn } from '../support/browser/console.ts'
import { chooseFile, csvFile, watchLongTasks } from '../support/browser/import-files.ts'
import { chooseWallet } from '../support/browser/pages.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../support/chain/onboard-domain.ts'
import { createFolder } from '../support/folders.ts'
import { type FormerService, recordsOf, startFormerService } from '../support/gateway/former.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'
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

  test('rule: what a service has listed is corrected in place', async () => {
    const { page } = await visitConsole(browser(), sandbox, `${path(domain.name)}/arrive`)
    // One that cannot be read, behind those of the service.
    await page.route('**/import/listing?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const { names } = body.result.data
      if (names.length > 0)
        names.push({ row: names.length + 1, label: '', name: null, problem: 'It has no name.', doubts: [] })
      await route.fulfill({ response, json: body })
    })
    await page.getByRole('radio', { name: /NameStone/ }).check()
    await page.getByLabel('Address of its API').fill(former.service.url)
    await page.getByLabel('API key there').fill(former.service.key)
    await page.getByRole('button', { name: 'Read the names' }).click()
    await page.getByRole('button', { name: 'Correct 1 row' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It has no name.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('zoe')
    await dialog.getByLabel('Holder').fill(there)
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('button', { name: /^New / }).click()
    await page.getByRole('row', { name: /zoe/ }).waitFor()
  })

  test('rule: a file above 100 MiB is refused at once, and the pasted rows stay', async () => {
    const { page, problems } = await visitSignedIn(browser(), sandbox, importPath)
    await page.getByLabel('Or paste rows').fill('name,address')
    const folder = await createFolder('large-file')
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'large.csv')
    await writeFile(path, 'name,address\n')
    await truncate(path, 100 * 1_048_576 + 1)
    await chooseFile(page, path)
    await page.getByText('The file is larger than 100 MiB. Split it.').waitFor()
    expect(await page.getByText('What was sent is not sent again.').count()).toBe(0)
    expect(await page.getByLabel('Or paste rows').inputValue()).toBe('name,address')
    expect(await page.evaluate(readKeptKeys)).toEqual(nothingKept)
    expect(problems).toEqual([])
  })

  test('rule: 100,000 rows that are not usable are read, reported and dropped while the page responds', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, importPath)
    const lines = Array.from({ length: 100_000 }, (_, index) => `,member-${index}`)
    await chooseFile(page, csvFile(['name,address', ...lines]))
    const begun = performance.now()
    await page.evaluate(watchLongTasks)
    await page.getByText('100,000 rows: 100,000 cannot be here.').waitFor({ timeout: 120_000 })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the report' }).click()
    const report = await readFile(await (await downloading).path(), 'utf8')
    const [, first, ...others] = report.trimEnd().split('\r\n')
    expect(first).toBe('2,,,refused,It has no name.')
    expect(others.at(-1)).toBe('100001,,,refused,It has no name.')
    expect(others).toHaveLength(99_999)
    await page.getByRole('button', { name: 'Drop this file' }).click()
    await page.getByLabel('Or paste rows').waitFor()
    expect(await page.evaluate(readKeptKeys)).toEqual(nothingKept)
    // A twentieth of it on a processor of its own; in one task, nearly all of it.
    expect(await page.evaluate('longestTask')).toBeLessThan((performance.now() - begun) / 3)
  })

  test('rule: what a closed page left of a file is deleted when the next one is kept', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, importPath)
    await waitUntil('the page has made its store', () => page.evaluate<boolean>(hasStore))
    await page.evaluate(keepUnfinishedParts)
    expect(await page.evaluate(readKeptKeys)).toEqual({
      arrivals: [],
      chunks: [
        ['closed', 0],
        ['closed', 1],
      ],
    })
    await chooseFile(page, csvFile(['name,address', `kept,${user(sandbox, 2).address}`, 'bad,0x12']))
    await page.getByRole('button', { name: 'Import 1 name' }).waitFor()
    const chunks = [[expect.not.stringMatching('closed'), 0]]
    expect(await page.evaluate(readKeptKeys)).toEqual({ arrivals: ['1 demo.eth table'], chunks })
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

const importPath = '/console/domains/1/demo.eth/import'

const nothingKept = { arrivals: [], chunks: [] }

/** In the page. */
const hasStore =
  "indexedDB.databases().then((stores) => stores.some(({ name }) => name === 'byname-arrivals'))"

/** In the page: the keys of what is kept of files. */
const readKeptKeys = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('byname-arrivals')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(['arrivals', 'chunks'])
    const keysOf = (name) => transaction.objectStore(name).getAllKeys()
    const [arrivals, chunks] = ['arrivals', 'chunks'].map(keysOf)
    transaction.oncomplete = () => {
      opening.result.close()
      resolve({ arrivals: arrivals.result, chunks: chunks.result })
    }
  }
})`

/** In the page: parts as they are before their file is read to its end. */
const keepUnfinishedParts = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('byname-arrivals')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(['chunks'], 'readwrite')
    transaction.objectStore('chunks').put({ arrival: 'closed', index: 0, entries: [] })
    transaction.objectStore('chunks').put({ arrival: 'closed', index: 1, entries: [] })
    transaction.oncomplete = () => {
      opening.result.close()
      resolve()
    }
  }
})`
