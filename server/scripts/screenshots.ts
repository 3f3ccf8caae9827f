import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../test/support/browser/pages.ts'
import { uploadPictures } from '../test/support/browser/pictures.ts'
import { startTestSandbox } from '../test/support/service/sandbox.ts'

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))

interface Shot {
  readonly file: string
  readonly path: string
  /** Of the sandbox, whose wallet it is; absent: 1. */
  readonly user?: number
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
  readonly act?: (page: Page) => Promise<void>
}

const shots: readonly Shot[] = [
  { file: 'home', path: '/', width: 1280, colorScheme: 'light' },
  {
    file: 'claim',
    path: '/claim/demo.eth',
    width: 360,
    colorScheme: 'light',
    act: async (page) => {
      await page.getByLabel('Your name').fill('marina')
      await page.getByText('Free').waitFor()
    },
  },
  {
    file: 'claimed',
    path: '/claim/demo.eth',
    width: 360,
    colorScheme: 'dark',
    act: async (page) => {
      await page.getByLabel('Your name').fill('marina')
      await page.getByText('Free').waitFor()
      await page.getByRole('button', { name: /^Claim / }).click()
      await chooseWallet(page)
      await page.getByText('Sends to').waitFor()
    },
  },
  {
    file: 'name',
    path: '/n/alice.demo.eth',
    width: 768,
    colorScheme: 'light',
    act: (page) => page.getByText('Sends to').waitFor(),
  },
  {
    file: 'name-edit',
    path: '/n/alice.demo.eth',
    width: 768,
    colorScheme: 'dark',
    act: async (page) => {
      await page.getByRole('button', { name: 'It is mine: edit' }).click()
      await chooseWallet(page)
      await page.getByLabel('Display name').waitFor()
    },
  },
  {
    file: 'my-names',
    path: '/me',
    width: 360,
    colorScheme: 'light',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect your wallet' }).click()
      await chooseWallet(page)
      await page.getByRole('link', { name: 'alice.demo.eth' }).waitFor()
    },
  },
  {
    file: 'console-overview',
    path: '/console/domains/1/demo.eth',
    user: 0,
    width: 1280,
    colorScheme: 'dark',
    act: async (page) => {
      await signIn(page)
      await page.getByText('Points to this service').waitFor()
    },
  },
  {
    file: 'console-names',
    path: '/console/domains/1/demo.eth/names?open=alice',
    user: 0,
    width: 1280,
    colorScheme: 'light',
    act: async (page) => {
      await signIn(page)
      await page.getByRole('complementary').getByText('https://alice.example').waitFor()
    },
  },
  {
    file: 'console-claim-page',
    path: '/console/domains/1/demo.eth/claim-page',
    user: 0,
    width: 1280,
    colorScheme: 'light',
    act: async (page) => {
      await signIn(page)
      await page.frameLocator('iframe:not(.invisible)').getByLabel('Your name').waitFor()
    },
  },
  {
    file: 'console-doctor',
    path: '/console/doctor?name=alice.demo.eth',
    user: 0,
    width: 1280,
    colorScheme: 'dark',
    act: async (page) => {
      await signIn(page)
      await page.getByText('Nothing is wrong.').waitFor()
    },
  },
]

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await chooseWallet(page)
}

// Writes the pictures of the pages to docs/images.
const sandbox = await startTestSandbox()
const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
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
  for (const shot of shots) await takeShot(shot)
} finally {
  await browser.close()
  await sandbox.stop()
}

async function takeShot({ file, act, ...view }: Shot): Promise<void> {
  await inPage(view, async (page) => {
    await act?.(page)
    await page.screenshot({ path: `${folder}${file}.png`, animations: 'disabled' })
  })
}

/** With the wallet of the holder, or of another user. */
async function inPage(
  { path, user = 1, width, colorScheme }: Omit<Shot, 'file' | 'act'>,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await browser.newContext({
    locale: 'en-US',
    viewport: { width, height: 780 },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: 'reduce',
  })
  await withWallet(sandbox, user).prepare(context)
  const page = await context.newPage()
  await page.goto(sandbox.file.url + path)
  await act(page)
  await context.close()
}
