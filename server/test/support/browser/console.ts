import type { Browser, Cookie } from 'playwright-core'
import type { TestSandbox } from '../service/sandbox.ts'
import { revisit, type Visit, type VisitOptions, visit } from './browser.ts'
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

const sessions = new WeakMap<TestSandbox, Map<number, Promise<readonly Cookie[]>>>()

interface SignedInOptions extends Pick<VisitOptions, 'width' | 'deviceScaleFactor'> {
  readonly index?: number
}

/** With the session of an earlier visit of this user: for tests that are about neither the sign-in nor the wallet. */
export async function visitSignedIn(
  browser: Browser,
  sandbox: TestSandbox,
  path: string,
  options: SignedInOptions = {},
): Promise<Visit> {
  return visit(browser, sandbox.file.url + path, await withSession(browser, sandbox, options))
}

/** The same in one page for all tests of a suite and a user, on the terms of `revisit`. */
export async function revisitSignedIn(
  browser: Browser,
  sandbox: TestSandbox,
  path: string,
  options: SignedInOptions = {},
): Promise<Visit> {
  const { index = 0 } = options
  const session = await withSession(browser, sandbox, options)
  return revisit(browser, `signed in as ${index}`, sandbox.file.url + path, session)
}

async function withSession(
  browser: Browser,
  sandbox: TestSandbox,
  { index = 0, ...options }: SignedInOptions,
): Promise<VisitOptions> {
  const ofSandbox = sessions.get(sandbox) ?? new Map<number, Promise<readonly Cookie[]>>()
  sessions.set(sandbox, ofSandbox)
  const session = ofSandbox.get(index) ?? signIn(browser, sandbox, index)
  ofSandbox.set(index, session)
  const cookies = await session
  const { prepare } = withWallet(sandbox, index)
  return {
    width: 1280,
    ...options,
    prepare: async (context) => {
      await prepare(context)
      await context.addCookies([...cookies])
    },
  }
}

async function signIn(browser: Browser, sandbox: TestSandbox, index: number): Promise<readonly Cookie[]> {
  const { page } = await visitConsole(browser, sandbox, '/console', { index })
  return page.context().cookies()
}
