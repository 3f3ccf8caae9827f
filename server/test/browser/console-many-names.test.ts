import { env } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDomain } from '../../src/store/entities/domains.ts'
import { describeInBrowser } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { newSubname } from '../support/databases/entities.ts'
import { insertSubnames } from '../support/databases/insert-subnames.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

/** `CONSOLE_NAMES=1000000` measures the list that is promised. */
const { CONSOLE_NAMES = '20000' } = env
const count = Number(CONSOLE_NAMES)
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { store } = sandbox.context
  const domain = await findDomain(store.db, 1, 'demo.eth')
  if (!domain) expect.fail('The sandbox has its domain.')
  const labels = Array.from({ length: count }, (_, index) => `name-${index}`)
  for (let start = 0; start < count; start += 20_000)
    await insertSubnames(
      store,
      labels.slice(start, start + 20_000).map((label) => newSubname(domain, label)),
    )
}, 600_000)
afterAll(() => sandbox.stop())

describeInBrowser('A long list of names', (browser) => {
  test(`${count} names open and scroll (times are printed, not tested)`, async () => {
    const { page, problems } = await visitConsole(browser(), sandbox, '/console')
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
  }, 120_000)
})

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
