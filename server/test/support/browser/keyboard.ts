import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const maxSteps = 90

/**
 * Moves the focus with Tab to a control, as a visitor without a mouse does. Every control on the way has to show that it has
 * the focus. In a dialog, the focus has to stay there.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let step = 0; step < maxSteps; step++) {
    if (await keepsFocus(page, control)) return
    await pressTab(page)
  }
  expect.fail(`Tab does not lead to ${control}.`)
}

/** Moves there, and presses Enter. */
export async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

export async function pressTab(page: Page): Promise<void> {
  await page.evaluate(noteLooks)
  await page.keyboard.press('Tab')
  const problem = await page.evaluate<string | null>(findFocusProblem)
  expect(problem).toBeNull()
}

/** In the page: before a visitor presses the next key, it draws what is still to come. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

async function keepsFocus(page: Page, control: Locator): Promise<boolean> {
  if (!(await hasFocus(control))) return false
  await page.evaluate(twoFrames)
  return hasFocus(control)
}

async function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element.matches(':focus'))
}

/** What has the focus, for the message of a failure. */
export function describeFocus(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement?.outerHTML.slice(0, 200) ?? "nothing"')
}

/** In the page: how each control is drawn before the focus moves. */
const noteLooks = `(() => {
  const selector = 'a[href], button, input, textarea, select, summary, iframe, [tabindex]'
  globalThis.lookOf = (element) => {
    const looks = []
    // The ring may be that of what is drawn around it.
    for (let one = element, level = 0; one && level < 4; one = one.parentElement, level++) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one)
      looks.push(outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor)
    }
    return looks.join('|')
  }
  globalThis.before = document.activeElement
  globalThis.looks = new Map([...document.querySelectorAll(selector)].map((one) => [one, lookOf(one)]))
})()`

/** In the page: a sentence, if what has the focus does not show it, or is behind a dialog. The bar of the browser is no problem. */
const findFocusProblem = `(() => {
  const { body } = document
  let { activeElement } = document
  while (activeElement.shadowRoot?.activeElement) activeElement = activeElement.shadowRoot.activeElement
  if (activeElement === body || activeElement.localName === 'iframe') return null
  const excerpt = activeElement.outerHTML.slice(0, 160)
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  if (dialog && !dialog.contains(activeElement)) return 'outside of the dialog: ' + excerpt
  const { width, height } = activeElement.getBoundingClientRect()
  if (width === 0 || height === 0) return 'not seen: ' + excerpt
  if (activeElement === before) return null
  return looks.get(activeElement) === lookOf(activeElement) ? 'as without the focus: ' + excerpt : null
})()`
