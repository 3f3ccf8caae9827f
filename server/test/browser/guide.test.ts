import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertFits,
  assertPopupWellFormed,
  assertWellFormed,
  describeInBrowser,
  visit,
} from '../support/browser/browser.ts'
import { startTestService, type TestService } from '../support/service/service.ts'

let service: TestService

describeInBrowser('The guide', (browser) => {
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  const open = (path: string, options: Parameters<typeof visit>[2] = {}) =>
    visit(browser(), `${service.url}/guide/${path}`, { width: 1280, ...options })

  test.each(['', 'start/', 'operating/settings/', 'absent/'])(
    '/guide/%s is well formed at every width, light and dark',
    async (path) => {
      const opened = await open(path)
      // The browser logs the status of the missing page.
      if (path === 'absent/') opened.problems.splice(0, 1)
      await assertWellFormed(opened)
    },
  )

  test('/ opens the search, which finds, marks and opens by keyboard, with the index fetched once', async () => {
    const opened = await open('policies/')
    const { page } = opened
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search the guide' })
    await field.fill('rotating a signer')
    const hits = page.getByRole('dialog').getByRole('link')
    await hits.first().waitFor()
    expect(await hits.first().textContent()).toMatch(/Rotating a signer/)
    expect(await page.locator('.hits mark').count()).toBeGreaterThan(1)
    await assertPopupWellFormed(opened, 'dialog.search')
    await page.keyboard.press('ArrowDown')
    expect(await hits.first().evaluate('document.activeElement.matches(".hits li:first-child a")')).toBe(true)
    await page.keyboard.press('ArrowUp')
    await field.fill('xqzzyk')
    await page.getByText('No page has “xqzzyk”').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await field.fill('rotating a signer')
    await hits.first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/guide\/operating\/signers\/#rotating-a-signer$/)
    expect(fetched.filter((url) => url.endsWith('.json'))).toHaveLength(1)
    expect(opened.problems).toEqual([])
  })

  test('a setting is found by its name, in its item', async () => {
    const { page, problems } = await open('')
    await page.getByRole('button', { name: 'Search the guide' }).click()
    await page.getByRole('searchbox').fill('SIGNER_MONITOR_INTERVAL')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Reference › Settings/ })
      .first()
      .click()
    await page.waitForURL(/\/guide\/operating\/settings\/#signer_monitor_interval/)
    expect(await page.locator('li:target').innerText()).toContain('SIGNER_MONITOR_INTERVAL')
    expect(problems).toEqual([])
  })

  test('rule: without a script, a phone has the contents and the page, and no control that does nothing', async () => {
    const { page } = await open('policies/', { width: 360, hasScript: false })
    const contents = page.getByRole('navigation', { name: 'Guide' })
    expect(await contents.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Contents' }).click()
    await contents.getByRole('link', { name: 'Tutorial' }).click()
    await page.waitForURL(/\/guide\/tutorial\/$/)
    expect(await page.getByRole('button').allInnerTexts()).toHaveLength(1)
  })

  test('the contents of a phone are well formed, and the place in them is shown', async () => {
    const opened = await open('operating/settings/', { width: 360 })
    await opened.page.getByRole('button', { name: 'Contents' }).click()
    const contents = opened.page.getByRole('navigation', { name: 'Guide' })
    const place = contents.locator('[aria-current="page"]')
    expect(await place.innerText()).toBe('Settings')
    const { y = 0 } = (await place.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(700)
    await assertPopupWellFormed(opened, '#contents')
    await opened.page.keyboard.press('Escape')
    await assertFits(opened)
  })

  test.each(['light', 'dark'] as const)(
    'rule: the API reference has the font of the guide, breaks no policy, and names no other product: %s',
    async (colorScheme) => {
      const { page, problems } = await visit(browser(), `${service.url}/docs/`, { width: 1280, colorScheme })
      await page.getByRole('heading', { name: 'Envelope' }).waitFor()
      expect(await page.locator('.all-operations').isVisible()).toBe(false)
      expect(await page.evaluate(`getComputedStyle(document.querySelector('#app h1')).fontFamily`)).toMatch(
        /^Geist,/,
      )
      expect(await page.evaluate(`document.fonts.check('16px Geist')`)).toBe(true)
      expect(
        await page
          .getByText(/scalar/i)
          .filter({ visible: true })
          .count(),
      ).toBe(0)
      expect(problems).toEqual([])
      await page.getByRole('link', { name: 'Guide', exact: true }).click()
      await page.waitForURL(/\/guide\/$/)
    },
  )

  test('on paper, a page is its text', async () => {
    const { page } = await open('policies/')
    await page.emulateMedia({ media: 'print' })
    for (const selector of ['.top', '.side', '.toc', '.crumbs', '.neighbours', '.copy'])
      expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false])
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  })

  test('a block of code is copied, and the theme that is chosen stays', async () => {
    const { page, problems } = await open('start/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.code').first().hover()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start')
    await page.getByRole('button', { name: 'Dark theme' }).click()
    await page.goto(`${service.url}/guide/policies/`)
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
    expect(problems).toEqual([])
  })
})
