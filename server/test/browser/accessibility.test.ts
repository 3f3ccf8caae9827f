import { mkdir } from 'node:fs/promises'
import { env } from 'node:process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, revisit, type Visit, waitForLayout } from '../support/browser/browser.ts'
import { revisitSignedIn } from '../support/browser/console.ts'
import { findIndistinct } from '../support/browser/find-indistinct.ts'
import { findMisfits } from '../support/browser/find-misfits.ts'
import { type PageState, pageStates, prepareStates } from '../support/browser/page-states.ts'
import { issueName, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await prepareStates(sandbox)
  await issueName(sandbox, { label: 'a'.repeat(63) })
})
afterAll(() => sandbox.stop())

/** A folder for a picture of each state in forced colours and with large text, to look at. */
const { ACCESSIBILITY_PICTURES } = env

async function picture(page: Page, name: string): Promise<void> {
  if (!ACCESSIBILITY_PICTURES) return
  await mkdir(ACCESSIBILITY_PICTURES, { recursive: true })
  await page.screenshot({ path: `${ACCESSIBILITY_PICTURES}/${name.replaceAll(' ', '-')}.png` })
}

/** 1280 pixels at 200 %. */
const zoomed = { width: 640, height: 400 }

describeInBrowser('Pages for visitors who see and move in another way', (browser) => {
  const open = async ({ path, open, shows, visitor }: PageState): Promise<Visit> => {
    const at = path.replace('{workspaceId}', sandbox.file.workspaceId)
    const options = { width: zoomed.width, deviceScaleFactor: 2 }
    const opened =
      visitor === 'console'
        ? await revisitSignedIn(browser(), sandbox, at, options)
        : await revisit(browser(), visitor ?? 'public', sandbox.file.url + at, {
            ...options,
            ...(visitor === undefined && withWallet(sandbox, 1)),
          })
    await open?.(opened.page)
    await opened.page.getByText(shows).filter({ visible: true }).first().waitFor()
    return opened
  }

  test.each(Object.entries(pageStates))(
    'rule: %s is whole at 200 %, is still without motion, and has edges in forced colors',
    async (name, state) => {
      const { page } = await open(state)
      await page.setViewportSize(zoomed)
      const atZoom = await misfitsOf(page)
      const moving = await page.evaluate<string[]>(runningMotion)
      await page.emulateMedia({ forcedColors: 'active' })
      const indistinct = await page.evaluate<string[]>(findIndistinct)
      await page.setViewportSize({ width: 1280, height: 900 })
      await picture(page, name)
      await page.emulateMedia({ forcedColors: 'none' })
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
      const withLargeText = await misfitsOf(page)
      await picture(page, `${name} text`)
      await page.setViewportSize(zoomed)
      const withLargeTextAtZoom = await misfitsOf(page)
      expect({ atZoom, moving, indistinct, withLargeText, withLargeTextAtZoom }).toEqual({
        atZoom: [],
        moving: [],
        indistinct: [],
        withLargeText: [],
        withLargeTextAtZoom: [],
      })
    },
  )
})

/** Text that cannot be read where it is, and whether the page scrolls sideways. */
async function misfitsOf(page: Page): Promise<readonly string[]> {
  await waitForLayout(page)
  const misfits = await page.evaluate<string[]>(findMisfits)
  const surplus = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return surplus > 0 ? [...misfits, `${surplus} pixels of the page are beyond the view`] : misfits
}

/** In the page: what takes longer than a hundredth of a second to come to rest. */
const runningMotion = `document.getAnimations()
  .filter(({ effect }) => Number(effect.getComputedTiming().duration) > 10)
  .map((one) => one.animationName ?? one.transitionProperty)`
