import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { issueName } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

/** Three pages of 24. */
const members = Array.from({ length: 60 }, (_, index) => `river-${String(index + 1).padStart(2, '0')}`)

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const body = { branding: { directory: 'on' } }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
  for (const label of members) await issueName(sandbox, { label })
})
afterAll(() => sandbox.stop())

const firstOf = (page: Page) => page.locator('main li a, section li a').first().getAttribute('href')
const follow = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Pages of members' }).getByRole('link', { name }).click()
  await page.waitForLoadState()
}

describeInBrowser('The pages of a directory', (browser) => {
  test('rule: they lead on and back, with what is searched, by addresses that can be passed on', async () => {
    const opened = await visit(browser(), `${sandbox.file.url}/directory/demo.eth?search=river`)
    const { page } = opened
    const seen = [await firstOf(page)]
    expect(await page.getByRole('link', { name: 'Previous page' }).count()).toBe(0)
    for (const _ of [2, 3]) {
      await follow(page, 'Next page')
      seen.push(await firstOf(page))
    }
    expect(new Set(seen).size).toBe(3)
    await assertWellFormed(opened)
    const third = page.url()
    for (const expected of [seen[1], seen[0]]) {
      await follow(page, 'Previous page')
      expect(await firstOf(page)).toBe(expected)
      expect(await page.getByLabel('Find a member').inputValue()).toBe('river')
    }
    expect(await page.getByRole('link', { name: 'First page' }).count()).toBe(0)
    // Elsewhere, the address shows the same page, and leads back too.
    const other = await visit(browser(), third)
    expect(await firstOf(other.page)).toBe(seen[2])
    await follow(other.page, 'First page')
    expect(await firstOf(other.page)).toBe(seen[0])
  })

  test('the way back of the browser keeps page and position', async () => {
    const { page } = await visit(browser(), `${sandbox.file.url}/directory/demo.eth`)
    await follow(page, 'Next page')
    const second = page.url()
    const member = page.locator('li a').nth(20)
    await member.scrollIntoViewIfNeeded()
    const position = await page.evaluate('scrollY')
    expect(position).toBeGreaterThan(0)
    await member.click()
    await page.waitForURL(/\/n\/river/)
    await page.goBack()
    await page.waitForURL(second)
    await expect.poll(() => page.evaluate('scrollY')).toBe(position)
  })

  test.each(['', '.', '-..x', 'x'.repeat(4000), '<script>'])(
    'a way back that is no trail leads to the first page only: %j',
    async (back) => {
      const { page } = await visit(browser(), `${sandbox.file.url}/directory/demo.eth`)
      await follow(page, 'Next page')
      const url = new URL(page.url())
      url.searchParams.set('back', back)
      await page.goto(url.href)
      expect(await page.getByRole('link', { name: 'Previous page' }).count()).toBe(0)
      await page.getByRole('link', { name: 'First page' }).waitFor()
    },
  )

  test('a mail address among the links of the owner is one to write to', async () => {
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const links = [
      { title: 'Write to us', url: 'team@acme.org' },
      { title: 'Our site', url: 'https://acme.example' },
    ]
    const patched = await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', {
      headers,
      body: { branding: { links } },
    })
    expect(dataOf<{ branding: object }>(patched).branding).toMatchObject({
      links: [{ url: 'mailto:team@acme.org' }, { url: 'https://acme.example/' }],
    })
    const opened = await visit(browser(), `${sandbox.file.url}/directory/demo.eth`)
    const link = opened.page.getByRole('link', { name: 'Write to us' })
    expect([await link.getAttribute('href'), await link.locator('svg').count()]).toEqual([
      'mailto:team@acme.org',
      1,
    ])
    await assertWellFormed(opened)
  })
})
