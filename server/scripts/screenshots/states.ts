import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cookie } from 'playwright-core'
import { pageStates, prepareStates } from '../../test/support/browser/page-states.ts'
import { signIn, withExamples } from './examples.ts'

const widths = [1280, 360]

/** Writes a picture of each state of the pages at each width into the folder: `<state>-<width>.png`. */
export async function takeStatePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await withExamples(async ({ sandbox, inPage }) => {
    await prepareStates(sandbox)
    let cookies: readonly Cookie[] = []
    const operator = { user: 0, colorScheme: 'light', width: 1280 } as const
    await inPage({ ...operator, path: '/console' }, async (page) => {
      await signIn(page)
      await page.getByRole('navigation', { name: 'Console' }).waitFor()
      cookies = await page.context().cookies()
    })
    for (const [name, { path, open, shows, visitor }] of Object.entries(pageStates)) {
      const view = {
        path: path.replace('{workspaceId}', sandbox.file.workspaceId),
        width: 1280,
        colorScheme: 'light',
        ...(visitor === 'console' && { user: 0, cookies }),
        ...(visitor === 'without-wallet' && { user: null }),
      } as const
      await inPage(view, async (page) => {
        await open?.(page)
        await page.getByText(shows).filter({ visible: true }).first().waitFor()
        // Once only: some states, such as a claimed name, cannot be reached again.
        for (const width of widths) {
          await page.setViewportSize({ width, height: 780 })
          await page.waitForLoadState('networkidle')
          const path = join(folder, `${pictureName(name)}-${width}.png`)
          await page.screenshot({ path, animations: 'disabled' })
        }
      })
    }
  })
}

/** Of a state, in the file names of its pictures. */
export function pictureName(state: string): string {
  return state.replaceAll(' ', '-')
}
