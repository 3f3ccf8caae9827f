import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, type Visit } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseFile, csvFile, watchLongTasks } from '../support/browser/import-files.ts'
import { chooseOption } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `CONSOLE_IMPORT=100000` measures a longer file. */
const { CONSOLE_IMPORT = '10000' } = env
const rows = Number(CONSOLE_IMPORT)
const format = (count: number) => count.toLocaleString('en')

const names = '/console/domains/1/demo.eth/names'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Three of its rows are bad: a wrong address, two labels, and a space; the last one is the second of its name. */
function file() {
  const { address } = user(sandbox, 2)
  const lines = Array.from(
    { length: rows },
    (_, index) => `member-${index},${address},https://m${index}.example`,
  )
  lines[10] = 'wrong-address,0x12,'
  lines[20] = `two.labels,${address},`
  lines[30] = `not valid,${address},`
  const text = ['name,address,text:url', ...lines, `MEMBER-5,${address},`].join('\n')
  return { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

describeInBrowser('Importing names in the console', (browser) => {
  test(`rule: ${format(rows)} rows with three bad ones are imported, paused, continued after a reload, and reported`, async () => {
    const opened = await visitSignedIn(browser(), sandbox, names)
    const { page } = opened
    await page.getByRole('button', { name: 'Import' }).click()
    await assertWellFormed(opened)
    await page.setViewportSize({ width: 1280, height: 780 })
    await page.getByLabel('File of names').setInputFiles(file())
    const importNames = page.getByRole('button', { name: `Import ${format(rows - 3)} names` })
    await importNames.waitFor({ timeout: 300_000 })
    const promised = `${format(rows + 1)} rows: ${format(rows - 3)} will be added, 4 cannot be here.`
    await page.getByText(promised).waitFor()
    await page.getByRole('button', { name: /^Refused/ }).click()
    for (const row of ['12', '22', '32', format(rows + 2)])
      await page.getByRole('cell', { name: row, exact: true }).waitFor()
    await page.getByText('It is in row 7 already.').waitFor()
    await page.getByText('disallowed character: a space').waitFor()
    await assertWellFormed(opened)
    await picture(opened, 'checked')
    expect(await countNames()).toBe(0)

    await page.evaluate(watchLongTasks)
    await importNames.click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    const longestTask = await page.evaluate('longestTask')
    await page.getByText(/^[\d,]+ of [\d,]+$/).waitFor()
    await picture(opened, 'paused')

    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await page.evaluate(watchLongTasks)
    const begin = performance.now()
    await page.getByRole('button', { name: 'Continue' }).click()
    const report = `Done, ${format(rows + 1)} rows: ${format(rows - 3)} added, 4 refused.`
    await page.getByText(report).waitFor({ timeout: 300_000 })
    await page.getByText('Each row came out as the check has shown it.').waitFor()
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const tasks = `${longestTask} ms until the pause, ${await page.evaluate('longestTask')} ms after it`
    // The observer does see a long task.
    await page.evaluate(
      `setTimeout(() => { const end = performance.now() + 200; while (performance.now() < end); })`,
    )
    await waitUntil('a long task is seen', () => page.evaluate<boolean>('longestTask >= 200'))
    process.stdout.write(`${format(rows)} rows: ${seconds} s after the pause; longest task ${tasks}\n`)
    await page.getByRole('button', { name: /^Refused/ }).click()
    await page.getByText('not valid', { exact: true }).waitFor()
    await assertWellFormed(opened)
    await picture(opened, 'imported')
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the report' }).click()
    const download = await downloaded
    expect(download.suggestedFilename()).toBe('demo.eth-import.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(rows + 2)
    expect(lines[31]).toMatch(/^32,not valid,.*,refused,.*a space/)
    // More than 60,000 names a minute are beyond the limit of a session: the page waits, and continues.
    expect(opened.problems.filter((problem) => !problem.includes('429'))).toEqual([])

    const address = await viemClient(sandbox).getEnsAddress({ name: `member-${rows - 1}.demo.eth` })
    expect(address).toBe(user(sandbox, 2).address)
    expect(await countNames()).toBe(rows - 3)
  }, 600_000)

  test('rule: all names are exported, with progress, and what was exported can be imported', async () => {
    const { page, problems } = await visitSignedIn(browser(), sandbox, names)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const downloading = page.waitForEvent('download', { timeout: 300_000 })
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByText('names so far…').waitFor()
    const path = await (await downloading).path()
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffname,state,holder,claimed_at,address:60,text:url,texts,contenthash')
    expect(lines).toHaveLength(rows - 3 + 1)

    await page.goto(sandbox.file.url + names.replace('names', 'import'))
    await page.getByLabel('File of names').setInputFiles(path)
    await page
      .getByText(`${format(rows - 3)} rows: ${format(rows - 3)} equal already.`)
      .waitFor({ timeout: 300_000 })
    expect(await page.getByRole('button', { name: 'Import 0 names' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Drop this file' }).click()
    expect(problems).toEqual([])
  }, 600_000)

  test('rule: the settings export the whole domain as one file', async () => {
    const opened = await visitSignedIn(browser(), sandbox, names.replace('names', 'settings'))
    const { page } = opened
    const downloading = page.waitForEvent('download', { timeout: 300_000 })
    await page.getByRole('link', { name: 'Export everything' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('demo.eth.jsonl')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'domain', domain: { name: 'demo.eth' } })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', names: lines.length - 2 })
    expect(opened.problems).toEqual([])
  }, 300_000)

  test('rule: more names than a request takes are revoked in parts, with progress and a report', async () => {
    const opened = await visitSignedIn(browser(), sandbox, names)
    const { page } = opened
    await page.locator('tbody tr').first().waitFor()
    await waitUntil('a thousand rows are loaded', () => page.evaluate<boolean>(scrollToEnd))
    // Not `check`: rows that arrive after the click are not selected.
    await page.getByLabel('Select all names that are loaded').click()
    const selected = await page.getByText(/^[\d,]+ selected$/).innerText()
    const count = Number(selected.replace(/\D/g, ''))
    expect(count).toBeGreaterThan(1000)
    const gone = (await page.locator('tbody tr:has(:checked) button').last().getAttribute('aria-label')) ?? ''
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByLabel(`Type ${format(count)} to confirm`).fill(`${count}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('heading', { name: 'Revoke names' }).waitFor()
    await page.getByText(`Done: ${format(count)} revoked.`).waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Or paste rows').waitFor()
    expect((await sandbox.call('GET', `/byname/v1/names/${gone}?chainId=1`)).status).toBe(404)
    expect(await viemClient(sandbox).getEnsAddress({ name: gone })).toBeNull()
  })

  test('rule: pasted rows are read, and a file without names is refused in words', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, '/console/domains/11155111/demo.eth/import')
    await page.getByLabel('Or paste rows').fill('address\n0x')
    await page.getByRole('button', { name: 'Read them' }).click()
    await page.getByText('The first line has no column of names').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Or paste rows').inputValue()).toBe('address\n0x')
    await page.getByLabel('Or paste rows').fill(`name,address\nzoe,${user(sandbox, 2).address}`)
    await page.getByRole('button', { name: 'Read them' }).click()
    await page.getByRole('button', { name: 'Import 1 name' }).click()
    await page.getByText('Done, 1 row: 1 added.').waitFor()
    await page.getByRole('button', { name: 'Another file' }).click()
    await page.getByLabel('Or paste rows').waitFor()
  })

  test('rule: a template gives rows the records that they have not', async () => {
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const texts = [
      { key: 'url', value: 'https://acme.example/{label}' },
      { key: 'email', value: '{label}@acme.example' },
    ]
    const templates = '/byname/v1/domains/demo.eth/templates?chainId=11155111'
    dataOf(await sandbox.call('POST', templates, { headers, body: { name: 'Team', texts } }), 201)
    const { page, problems } = await visitSignedIn(
      browser(),
      sandbox,
      '/console/domains/11155111/demo.eth/import',
    )
    await chooseOption(page, 'Template', 'Team')
    const { address } = user(sandbox, 2)
    await page.getByLabel('Or paste rows').fill(`name,address,text:url\nYara,${address},https://yara.example`)
    await page.getByRole('button', { name: 'Read them' }).click()
    await page.getByRole('button', { name: 'Import 1 name' }).click()
    await page.getByText('Done, 1 row: 1 added.').waitFor()
    const imported = await sandbox.call('GET', '/byname/v1/names/yara.demo.eth?chainId=11155111')
    expect(dataOf(imported)).toMatchObject({
      records: {
        texts: [
          { key: 'url', value: 'https://yara.example' },
          { key: 'email', value: 'yara@acme.example' },
        ],
      },
    })
    expect(problems).toEqual([])
  })

  test('rule: columns with titles of their own are given a meaning, and read so', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/11155111/demo.eth/import')
    const { page, problems } = opened
    const { address } = user(sandbox, 3)
    const text = `Mitglied,Börse,Team\nmara,${address},red\nnils,${address},blue\n`
    await page.getByLabel('File of names').setInputFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    const dialog = page.getByRole('dialog', { name: 'What the columns mean' })
    await dialog.getByText('mara').waitFor()
    const read = dialog.getByRole('button', { name: 'Read the file' })
    expect(await read.isDisabled()).toBe(true)
    await chooseOption(page, 'Meaning of column 1', 'Name')
    await chooseOption(page, 'Meaning of column 2', 'Address')
    await chooseOption(page, 'Meaning of column 3', 'A text')
    expect(await dialog.getByLabel('Key of column 3').inputValue()).toBe('team')
    await assertWellFormed(opened)
    await read.click()
    await page.getByRole('button', { name: 'Import 2 names' }).waitFor()
    await page.getByRole('button', { name: 'Choose the columns' }).click()
    await dialog.getByLabel('Key of column 3').fill('group')
    await read.click()
    await page.getByRole('button', { name: 'Import 2 names' }).click()
    await page.getByText('Done, 2 rows: 2 added.').waitFor()
    const stored = dataOf(await sandbox.call('GET', '/byname/v1/names/nils.demo.eth?chainId=11155111'))
    expect(stored).toMatchObject({ records: { texts: [{ key: 'group', value: 'blue' }] } })
    expect(problems).toEqual([])
  })

  test('rule: a file without names and a workbook are refused in words that fit', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth/import')
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel('File of names').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await choose('empty.csv', Buffer.from('name,address\r\n'))
    await page.getByText('It has no names. Below the first line').waitFor()
    await choose('members.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]))
    await page.getByText('This is a workbook or an archive. Save it as CSV').waitFor()
    expect(await page.getByText('Done').count()).toBe(0)
  })

  test('rule: columns of other tools are read, and those that are not read are named', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth/import')
    const { page } = opened
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download an empty file' }).click()
    const template = await readFile(await (await downloading).path(), 'utf8')
    expect(template).toMatch(/^\ufeffname,address,text:url,/)
    const { address } = user(sandbox, 2)
    await chooseFile(page, csvFile(['Name,Wallet,Twitter,Team', `tweeter,${address},tweeter_x,red`]))
    await page.getByText('Some columns are not read.').waitFor()
    await page.getByText('Team', { exact: true }).waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Import 1 name' }).click()
    await page.getByText('Done, 1 row: 1 added.').waitFor()
    const text = await viemClient(sandbox).getEnsText({ name: 'tweeter.demo.eth', key: 'com.twitter' })
    expect(text).toBe('tweeter_x')
    await page.getByRole('button', { name: 'Another file' }).click()
  })

  test('rule: names that are taken, a new holder and a key that is there twice are said before anything is sent', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/11155111/demo.eth/import')
    const { page, problems } = opened
    const [one, other] = [user(sandbox, 2).address, user(sandbox, 3).address]
    await chooseFile(page, csvFile(['name,address', `lena,${one}`]))
    await page.getByRole('button', { name: 'Import 1 name' }).click()
    await page.getByText('Done, 1 row: 1 added.').waitFor()
    await page.getByRole('button', { name: 'Another file' }).click()
    const lines = ['name,address', `lena,${other}`, `LENA,${one}`, `omar,${one}`, '', 'pia,']
    await chooseFile(page, csvFile(lines))
    await page.getByText('4 rows: 2 will be added, 1 stays as it is, 1 cannot be here.').waitFor()
    await page.getByText('It is here with other content.').waitFor()
    await page.getByText('It is in row 2 already.').waitFor()
    await page.getByText('It has no Ethereum address, so it has no holder.').waitFor()
    await page.getByRole('cell', { name: '6', exact: true }).waitFor()
    await picture(opened, 'kept')
    await page.getByRole('radio', { name: /Replace it/ }).check()
    await page.getByText('4 rows: 2 will be added, 1 will be changed, 1 cannot be here.').waitFor()
    await page.getByText(`It changes its holder, who was ${one}.`).waitFor()
    await page.getByRole('button', { name: 'Drop this file' }).click()
    await chooseFile(page, csvFile(['[{"name":"a"},', '{"name":"b","name":"c"}]']))
    await page.getByText('Line 2, column 13: the key "name" is there twice in one object.').waitFor()
    expect(problems).toEqual([])
  })
})

async function countNames(): Promise<number> {
  const { count } = await sandbox.context.store.db
    .selectFrom('subnames')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const { IMPORT_PICTURES: picturesFolder } = env

/** On a desktop and a phone, light and dark, in the folder `IMPORT_PICTURES`. */
async function picture({ page }: Visit, title: string): Promise<void> {
  if (picturesFolder === undefined) return
  const size = page.viewportSize()
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (width === 390) await page.getByRole('table').scrollIntoViewIfNeeded()
      const path = join(picturesFolder, `${title}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}

/** In the page: scrolls until more than a thousand rows are loaded. */
const scrollToEnd = `(() => {
  const scroller = document.querySelector('table').parentElement
  scroller.scrollTop = scroller.scrollHeight
  return scroller.scrollHeight > 1100 * 44
})()`
