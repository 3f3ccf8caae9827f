import { mkdir } from 'node:fs/promises'
import { env } from 'node:process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertPopupWellFormed,
  assertWellFormed,
  describeInBrowser,
  visit,
} from '../support/browser/browser.ts'
import { type ServedGallery, serveGallery } from '../support/browser/gallery.ts'

let gallery: ServedGallery

beforeAll(async () => {
  gallery = await serveGallery()
})
afterAll(() => gallery.stop())

/** A folder for pictures of each state, to look at. */
const { GALLERY_PICTURES } = env

async function picture(page: Page, name: string): Promise<void> {
  if (!GALLERY_PICTURES) return
  await mkdir(GALLERY_PICTURES, { recursive: true })
  await page.screenshot({ path: `${GALLERY_PICTURES}/${name}.png`, fullPage: name.startsWith('all') })
}

function openCalendar(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Choose from a calendar' }).last().click()
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
)

describeInBrowser('The components', (browser) => {
  test('are accessible at every width, light and dark', async () => {
    const opened = await visit(browser(), gallery.url)
    await opened.page.getByRole('slider', { name: 'Lookups by hour, at most' }).waitFor()
    await assertWellFormed(opened)
  })

  test.each(looks)('are drawn at $width pixels, $colorScheme', async (look) => {
    const { page, problems } = await visit(browser(), gallery.url, look)
    await page.getByRole('slider', { name: 'Lookups by hour, at most' }).waitFor()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await picture(page, `all-${look.colorScheme}-${look.width}`)
    expect(problems).toEqual([])
  })

  const states: readonly (readonly [name: string, popup: string, open: (page: Page) => Promise<void>])[] = [
    ['a select', '[role=listbox]', (page) => page.getByLabel('Who can claim').click()],
    ['a combobox', '[role=listbox]', (page) => page.getByRole('combobox', { name: 'Network' }).fill('a')],
    ['a calendar', '[role=dialog]', openCalendar],
    ['a menu', '[role=menu]', (page) => page.getByRole('button', { name: 'Menu' }).click()],
    ['a popover', '[role=dialog]', (page) => page.getByRole('button', { name: 'Popover' }).click()],
    ['a dialog', 'dialog[open]', (page) => page.getByRole('button', { name: 'Dialog' }).click()],
    ['a drawer', 'dialog[open]', (page) => page.getByRole('button', { name: 'Drawer' }).click()],
    ['the palette', 'dialog[open]', (page) => page.getByRole('button', { name: 'Commands' }).click()],
    ['a cropper', 'dialog[open]', (page) => page.getByRole('button', { name: 'Crop' }).click()],
    ['a toast', '[role=dialog]', (page) => page.getByRole('button', { name: 'Toast' }).click()],
  ]

  test.each(states)('%s is accessible while it is open', async (name, popup, open) => {
    const opened = await visit(browser(), gallery.url, { width: 1280 })
    const { page } = opened
    await open(page)
    await page.locator(popup).first().waitFor()
    await picture(page, `${name}-light`)
    await assertPopupWellFormed(opened, popup)
    await page.setViewportSize({ width: 360, height: 780 })
    await picture(page, `${name}-dark-360`)
  })

  const chosen: readonly (readonly [title: string, role: 'switch' | 'checkbox' | 'radio' | 'tab'])[] = [
    ['Approve each claim', 'switch'],
    ['No look-alikes', 'checkbox'],
    ['Claimed', 'radio'],
    ['History', 'tab'],
  ]

  test.each(chosen)(
    'rule: in forced colors, %s (%s) is drawn in another way when it is chosen',
    async (title, role) => {
      const { page } = await visit(browser(), gallery.url, { width: 1280 })
      await page.emulateMedia({ forcedColors: 'active' })
      const control = page.getByRole(role, { name: title }).first()
      await control.scrollIntoViewIfNeeded()
      const box = (await control.boundingBox()) ?? expect.fail(`${title} has no place.`)
      const clip = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6 }
      const before = await page.screenshot({ clip })
      await control.click()
      // Neither the pointer nor the focus makes the difference.
      await page.mouse.move(0, 0)
      await control.blur()
      await picture(page, `forced-${role}`)
      expect((await page.screenshot({ clip })).equals(before)).toBe(false)
    },
  )

  test('rule: in forced colors, the option that Enter takes is drawn in another way', async () => {
    const { page } = await visit(browser(), gallery.url, { width: 1280 })
    await page.emulateMedia({ forcedColors: 'active' })
    for (const name of ['Menu', 'Commands']) {
      await page.getByRole('button', { name }).click()
      await page.keyboard.press('ArrowDown')
      await page.locator('[data-highlighted]').first().waitFor()
      await picture(page, `forced-${name}`)
      const style = `getComputedStyle(document.querySelector('[data-highlighted]')).outlineStyle`
      expect(await page.evaluate(style)).toBe('solid')
      await page.keyboard.press('Escape')
    }
  })

  test('a tooltip is shown on focus', async () => {
    const { page, problems } = await visit(browser(), gallery.url, { width: 1280 })
    await page.getByRole('button', { name: 'Popover' }).focus()
    await page.keyboard.press('Tab')
    await page.getByText('Copy the whole address').waitFor()
    expect(problems).toEqual([])
  })

  test('a choice inside of a dialog is above it, and is made by keyboard', async () => {
    const { page, problems } = await visit(browser(), gallery.url, { width: 1280 })
    await page.getByRole('button', { name: 'Dialog' }).click()
    await page.getByRole('dialog').getByLabel('Role').click()
    await page.getByRole('option', { name: 'Editor' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('dialog').getByLabel('Role').textContent()).toBe('Editor')
    expect(problems).toEqual([])
  })

  test('a date is typed, or chosen from the calendar, and refused if it is no date', async () => {
    const { page } = await visit(browser(), gallery.url, { width: 1280 })
    const field = page.getByLabel('Opens')
    await field.fill('2026-02-30 18:00')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('2027-01-15 18:30')
    expect(await field.getAttribute('aria-invalid')).toBeNull()
    await openCalendar(page)
    await page.getByRole('button', { name: '20 January' }).click()
    expect(await field.inputValue()).toBe('2027-01-20 18:30')
  })

  test('a name of right-to-left letters keeps its domain at the right', async () => {
    const { page } = await visit(browser(), gallery.url, { width: 1280 })
    const name = page.locator('bdi[dir=ltr]', { hasText: 'مثال' }).first()
    const label = await name.locator('bdi').first().boundingBox()
    const domain = await name.getByText('.demo').first().boundingBox()
    expect(label && domain && label.x + label.width <= domain.x + 1).toBe(true)
  })

  test('the command palette finds, runs and closes by keyboard', async () => {
    const { page } = await visit(browser(), gallery.url, { width: 1280 })
    await page.getByRole('button', { name: 'Commands' }).click()
    await page.keyboard.type('sign')
    await page.keyboard.press('Enter')
    await page.getByText('Signed out').waitFor()
    expect(await page.getByRole('dialog', { name: 'Commands' }).count()).toBe(0)
  })

  test('the cropper zooms by wheel', async () => {
    const { page, problems } = await visit(browser(), gallery.url, { width: 1280 })
    await page.getByRole('button', { name: 'Crop' }).click()
    const picture = page.getByRole('dialog').locator('img')
    const before = await picture.boundingBox()
    await page.getByLabel('The part of the picture').hover()
    await page.mouse.wheel(0, -300)
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
    expect(problems).toEqual([])
  })
})
