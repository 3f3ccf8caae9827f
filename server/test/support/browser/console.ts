import type { Browser } from 'playwright-core'
import type { TestSandbox } from '../service/sandbox.ts'
import { type Visit, visit } from './browser.ts'
import { chooseWallet, withWallet } from './pages.ts'

/** Opens a path of the console and signs in there; user 0 is the operator of the sandbox. */
export async function visitConsole(
  browser: Browser,
  sandbox: TestSandbox,
  path: string,
  { index = 0, width = 1280 }: { readonly index?: number; readonly width?: number } = {},
): Promise<Visit> {
  const opened = await visit(browser, sandbox.file.url + path, { ...withWallet(sandbox, index), width })
  await opened.page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await chooseWallet(opened.page)
  await opened.page.getByRole('navigation', { name: 'Console' }).waitFor({ state: 'attached' })
  // The browser logs the 401 of the first look for a session.
  opened.problems.splice(0, 1)
  return opened
}
