import { readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyRecords } from '../../src/ens/stored-records.ts'
import { findDomain } from '../../src/store/entities/domains.ts'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { addDomain, newDomain, newSubname } from '../support/databases/entities.ts'
import { insertSubnames } from '../support/databases/insert-subnames.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

/** `CONSOLE_NAMES=1000000` measures the list that is promised. */
const { CONSOLE_NAMES = '20000' } = env
const count = Number(CONSOLE_NAMES)
let sandbox: TestSandbox

const holder = '0xc0ffee00000000000000000000000000000000ab'
/** Of all other names: a random one may begin as `holder` does. */
const otherHolder = '0xde00000000000000000000000000000000000000'

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { store } = sandbox.context
  const domain = await findDomain(store.db, 1, 'demo.eth')
  if (!domain) expect.fail('The sandbox has its domain.')
  const labels = Array.from({ length: count }, (_, index) => `name-${index}`)
  for (let start = 0; start < count; start += 20_000)
    await insertSubnames(
      store,
      labels.slice(start, start + 20_000).map((label) => newSubname(domain, label, { holder: otherHolder })),
    )
  const other = await findDomain(store.db, 11155111, 'demo.eth')
  if (!other) expect.fail('The sandbox has its domain on Sepolia.')
  const { workspaceId, resolverId } = other
  const third = await addDomain(
    store,
    newDomain(workspaceId, resolverId, { name: 'club.eth', chainId: 11155111 }),
  )
  if (!third) expect.fail('The domain is new.')
  const others = [other, third].flatMap((each) =>
    Array.from({ length: count / 2 }, (_, index) =>
      newSubname(each, `fill-${index}`, { holder: otherHolder }),
    ),
  )
  const texts = [{ key: 'description', value: 'Lives in Lissabon' }]
  await insertSubnames(store, [
    newSubname(other, 'grazing-otter', { holder }),
    newSubname(third, 'westwind', { holder: otherHolder, records: { ...emptyRecords, texts } }),
    ...others,
  ])
}, 600_000)
afterAll(() => sandbox.stop())

describeInBrowser('A long list of names', (browser) => {
  test(`${count} names open and scroll (times are printed, not tested)`, async () => {
    const { page, problems } = await visitSignedIn(browser(), sandbox, '/console')
    const url = `${sandbox.file.url}/console/domains/1/demo.eth/names`
    await page.goto(url)
    await page.locator('tbody tr').first().waitFor()
    const openedMs = Number(await page.evaluate('performance.now()'))
    const frames = await page.evaluate<number[]>(scroll)
    const sorted = frames.toSorted((one, other) => one - other)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
    process.stdout.write(
      `${count} names: first rows after ${openedMs.toFixed(0)} ms; frames p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`,
    )
    const rows = await page.locator('tbody tr').count()
    expect(rows).toBeGreaterThan(10)
    expect(rows).toBeLessThan(100)
    expect(await page.locator('tbody tr').last().getAttribute('data-index')).not.toBe('0')
    expect(problems).toEqual([])
  })

  test('rule: from any screen a name of another domain is found by its wallet, a text and a part of its label, with less than ten keys', async () => {
    const { page, problems } = await visitSignedIn(browser(), sandbox, '/console')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await page.getByRole('button', { name: 'Search or go to' }).waitFor()
    const searches = [
      [holder.slice(0, 6), 'grazing-otter.demo.eth', '/domains/11155111/demo.eth/names'],
      ['lissab', 'westwind.club.eth', '/domains/11155111/club.eth/names'],
      ['ng-ott', 'grazing-otter.demo.eth', '/domains/11155111/demo.eth/names'],
    ] as const
    for (const [typed, title, path] of searches)
      for (const screen of ['/console', '/console/domains/1/demo.eth/activity']) {
        await page.goto(sandbox.file.url + screen)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const keys = ['Control+k', ...typed, 'Enter']
        expect(keys.length).toBeLessThan(10)
        await page.keyboard.press('Control+k')
        await palette.getByRole('combobox').waitFor()
        await page.keyboard.type(typed)
        await page.keyboard.press('Enter')
        await page.getByRole('complementary', { name: title }).waitFor()
        expect(page.url()).toContain(path)
      }
    expect(problems).toEqual([])
  })

  test('rule: all names of a search are selected, counted, exported and revoked, loaded or not', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/1/demo.eth/names?search=name-19')
    const { page, problems } = opened
    await page.getByLabel('Select all names that are loaded').check()
    await page.getByText('100 selected', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Select all ${format(found.length)}` }).click()
    await page.getByText(`${format(found.length)} selected`, { exact: true }).waitFor()
    await page.getByLabel('Select name-19.demo.eth', { exact: true }).uncheck()
    await page.getByText(`${format(found.length - 1)} selected`, { exact: true }).waitFor()
    await assertWellFormed(opened)

    await page.getByRole('button', { name: 'Export selected' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
    const exported = lines.slice(1).map((line) => line.split('.', 1)[0])
    expect(exported.toSorted()).toEqual(found.filter((label) => label !== 'name-19').toSorted())

    await page.getByRole('button', { name: 'Revoke…' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByLabel(`Type ${format(found.length - 1)} to confirm`).fill(`${found.length}`)
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByLabel(`Type ${format(found.length - 1)} to confirm`).fill(`${found.length - 1}`)
    await confirm.click()
    await page.getByText(`Done: ${format(found.length - 1)} revoked.`).waitFor({ timeout: 60_000 })
    const { total } = dataOf<{ total: unknown }>(
      await sandbox.call(
        'GET',
        '/byname/v1/domains/demo.eth/managed-names?chainId=1&search=name-19&count=true&limit=1',
        { headers: { 'x-api-key': sandbox.file.apiKey } },
      ),
    )
    expect(total).toEqual({ count: 1, isExact: true })
    expect(problems).toEqual([])
  })
})

const format = (number: number) => number.toLocaleString('en')

/** What the search "name-19" finds. */
const found = Array.from({ length: count }, (_, index) => `name-${index}`).filter((label) =>
  label.startsWith('name-19'),
)

/** In the page: four seconds of steady scrolling; milliseconds between frames. */
const scroll = `new Promise((resolve) => {
  const scroller = document.querySelector('table').parentElement
  const frames = []
  let last = performance.now()
  const end = last + 4000
  requestAnimationFrame(function step(now) {
    frames.push(now - last)
    last = now
    scroller.scrollTop += 20
    if (now < end) requestAnimationFrame(step)
    else resolve(frames.slice(2))
  })
})`
