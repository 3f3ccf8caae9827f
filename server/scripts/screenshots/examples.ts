import type { Cookie, Page } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../../test/support/browser/pages.ts'
import { uploadPictures } from '../../test/support/browser/pictures.ts'
import { startTestSandbox, type TestSandbox } from '../../test/support/service/sandbox.ts'

export interface View {
  readonly path: string
  /** Of the sandbox, whose wallet it is; absent: 1, who holds the names with a profile. `null`: there is no wallet. */
  readonly user?: number | null
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
  readonly deviceScaleFactor?: number
  readonly cookies?: readonly Cookie[]
}

export interface Examples {
  readonly sandbox: TestSandbox
  readonly inPage: (view: View, act: (page: Page) => Promise<void>) => Promise<void>
}

/** A sandbox whose domain has names, of which alice has a profile with pictures, and a browser. */
export async function withExamples(act: (examples: Examples) => Promise<void>): Promise<void> {
  const sandbox = await startTestSandbox()
  const browser = await launchBrowser()
  const inPage: Examples['inPage'] = async (view, actInPage) => {
    const { path, user = 1, width, colorScheme, deviceScaleFactor = 1, cookies = [] } = view
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width, height: 780 },
      deviceScaleFactor,
      colorScheme,
      reducedMotion: 'reduce',
    })
    if (user !== null) await withWallet(sandbox, user).prepare(context)
    await context.addCookies([...cookies])
    const page = await context.newPage()
    try {
      await page.goto(sandbox.file.url + path)
      await actInPage(page)
    } finally {
      await context.close()
    }
  }
  try {
    await issueName(sandbox, {
      label: 'alice',
      text: [
        { key: 'name', value: 'Alice Example' },
        { key: 'description', value: 'Builds small boats and smaller protocols.' },
        { key: 'url', value: 'https://alice.example' },
        { key: 'com.github', value: 'alice' },
      ],
    })
    await inPage({ width: 768, colorScheme: 'light', path: '/n/alice.demo.eth' }, uploadPictures)
    for (const label of ['ben', 'cleo', 'dora', 'emil', 'fay', 'gus'])
      await issueName(sandbox, { label, holder: 2 })
    await act({ sandbox, inPage })
  } finally {
    await browser.close()
    await sandbox.stop()
  }
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await chooseWallet(page)
}
