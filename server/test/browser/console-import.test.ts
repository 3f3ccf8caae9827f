import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser.ts'
import { visitConsole } from '../support/console.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/sandbox.ts'

const rows = 10_000

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Three of its rows are bad: one without an address, one that is two labels, and one that the service refuses. */
function file() {
  const { address } = user(sandbox, 2)
  const lines = Array.from(
    { length: rows },
    (_, index) => `member-${index},${address},https://m${index}.example`,
  )
  lines[10] = 'without-address,,'
  lines[20] = `two.labels,${address},`
  lines[30] = `not valid,${address},`
  const text = ['name,address,text:url', ...lines].join('\n')
  return { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

describeInBrowser('Importing names in the console', (browser) => {
  test('rule: 10,000 rows with three bad ones are imported, paused, continued after a reload, and reported', async () => {
    const opened = await visitConsole(browser(), sandbox, '/console/domains/1/demo.eth/names')
    const { page } = opened
    await page.getByRole('button', { name: 'Import' }).click()
    await assertWellFormed(opened)
    await page.setViewportSize({ width: 1280, height: 780 })
    await page.getByLabel('Drop a CSV file here, or choose one').setInputFiles(file())
    await page.getByRole('button', { name: 'Import 9,998 names' }).waitFor()
    await page.getByText('It has no Ethereum address').waitFor()
    await page.getByText('It is not a name directly below demo.eth.').waitFor()
    await assertWellFormed(opened)

    await page.evaluate(watchLongTasks)
    await page.getByRole('button', { name: 'Import 9,998 names' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    process.stdout.write(`longest task while importing: ${await page.evaluate('longestTask')} ms\n`)
    const paused = await page.getByRole('status').textContent()
    expect(paused).toMatch(/^[\d,]+ of 9,998 imported\.$/)

    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Done: 9,997 imported.').waitFor()
    await page.getByText('not valid', { exact: true }).waitFor()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the report' }).click()
    expect((await downloaded).suggestedFilename()).toBe('demo.eth-problems.csv')
    expect(opened.problems).toEqual([])

    const address = await viemClient(sandbox).getEnsAddress({ name: `member-${rows - 1}.demo.eth` })
    expect(address).toBe(user(sandbox, 2).address)
    const { count } = await sandbox.context.store.db
      .selectFrom('subnames')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(rows - 3)
  }, 90_000)

  test('rule: pasted rows are read, and a file without names is refused in words', async () => {
    const { page } = await visitConsole(browser(), sandbox, '/console/domains/11155111/demo.eth/import')
    await page.getByLabel('Or paste rows').fill('address\n0x')
    await page.getByRole('button', { name: 'Read them' }).click()
    await page.getByText('The first line must name the columns').waitFor()
    await page.getByLabel('Or paste rows').fill(`name,address\nzoe,${user(sandbox, 2).address}`)
    await page.getByRole('button', { name: 'Read them' }).click()
    await page.getByRole('button', { name: 'Import 1 name' }).click()
    await page.getByText('Done: 1 imported.').waitFor()
    await page.getByRole('button', { name: 'Another file' }).click()
    await page.getByLabel('Or paste rows').waitFor()
  })
})

/** In the page. */
const watchLongTasks = `globalThis.longestTask = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, Math.round(duration))
}).observe({ type: 'longtask' })`
