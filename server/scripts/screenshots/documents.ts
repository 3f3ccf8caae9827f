import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { chooseWallet } from '../../test/support/browser/pages.ts'
import { signIn, type View, withExamples } from './examples.ts'

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url))

interface Shot extends View {
  readonly file: string
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
      await page.getByRole('complementary').getByText('https://alice.example').first().waitFor()
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

/** Writes the pictures that the documents show to docs/images. */
export async function takeDocumentPictures(): Promise<void> {
  await mkdir(folder, { recursive: true })
  await withExamples(async ({ inPage }) => {
    for (const { file, act, ...view } of shots)
      await inPage({ deviceScaleFactor: 2, ...view }, async (page) => {
        await act?.(page)
        await page.screenshot({ path: `${folder}${file}.png`, animations: 'disabled' })
      })
  })
}
