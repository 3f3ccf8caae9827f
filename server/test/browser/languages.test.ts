import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertFits, assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

type Texts = Readonly<Record<string, string>>

const catalogueOf = (language: string): Texts =>
  JSON.parse(readFileSync(`web/messages/${language}.json`, 'utf8'))
const languages = readdirSync('web/messages').map((file) => file.replace('.json', ''))
const english = catalogueOf('en')

/** As visitors of these countries send it. */
const locales: Readonly<Record<string, string>> = {
  ...{ en: 'en-GB', de: 'de-AT', es: 'es-MX', fr: 'fr-CA', pt: 'pt-BR' },
  ...{ tr: 'tr-TR', zh: 'zh-CN', ja: 'ja-JP', ko: 'ko-KR', ar: 'ar-EG' },
}

const paths = ['/', '/claim/demo.eth', '/n/alice.demo.eth', '/me', '/n/free-name.demo.eth', '/no-such-page']

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'alice', text: [{ key: 'url', value: 'https://alice.example' }] })
})
afterAll(() => sandbox.stop())

/** English messages of at least three words that the page shows, though its language has others. */
async function findEnglish(page: Page, own: Texts): Promise<string[]> {
  const shown = await page.evaluate<string>('document.body.innerText')
  return Object.entries(english).flatMap(([key, text]) =>
    own[key] !== text && !text.includes('{') && text.split(' ').length >= 3 && shown.includes(text)
      ? [text]
      : [],
  )
}

describe('The language of a document', () => {
  const languageOf = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(sandbox.file.url + path, { headers: { accept: 'text/html', ...headers } })
    const [, language] = /<html lang="([\w-]+)"/.exec(await response.text()) ?? []
    return { language, vary: response.headers.get('vary') }
  }

  test.each([
    ['de', { 'accept-language': 'de' }],
    ['pt', { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.8' }],
    ['zh', { 'accept-language': 'zh-Hant-TW' }],
    ['fr', { 'accept-language': 'sv, fr;q=0.5, en;q=0.1' }],
    ['en', { 'accept-language': 'sv' }],
    ['en', { 'accept-language': '*' }],
    ['en', { 'accept-language': 'de;q=0, en' }],
    ['en', { 'accept-language': ';;q=,,x'.repeat(20) }],
    ['en', { 'accept-language': `de,${'x'.repeat(5000)}` }],
    ['en', {}],
    ['ja', { 'accept-language': 'de', cookie: 'theme=dark; lang=ja' }],
    ['de', { 'accept-language': 'de', cookie: 'lang=../../etc' }],
  ])('%s for %j', async (language, headers) => {
    expect(await languageOf('/me', headers)).toEqual({
      language,
      vary: 'accept, accept-encoding, accept-language, cookie',
    })
  })

  test.each([
    ['ko', '/me?lang=ko'],
    ['ja', '/me?lang=xx'],
    ['ja', '/me?lang=ko&lang=de'],
    ['ja', '/me?lang=__proto__'],
  ])('%s for %s with a cookie of Japanese', async (language, path) => {
    expect(await languageOf(path, { cookie: 'lang=ja' })).toMatchObject({ language })
  })
})

describeInBrowser('Languages of the public pages', (browser) => {
  test('rule: every language of the catalogues has a visitor in this test', () => {
    expect(Object.keys(locales).toSorted()).toEqual(languages.toSorted())
  })

  test.each(Object.entries(locales))(
    'rule: in %s every page is whole, fits, and has no English sentence',
    async (language, locale) => {
      const own = catalogueOf(language)
      const opened = await visit(browser(), `${sandbox.file.url}/health`, { locale })
      const { page, problems } = opened
      for (const path of paths) {
        await page.goto(sandbox.file.url + path)
        if (path.includes('no-such') || path.includes('free-name')) problems.splice(0, 1)
        const root = page.locator('html')
        expect(await root.getAttribute('lang')).toBe(language)
        expect(await root.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : null)
        if (path === '/me') await page.getByRole('button', { name: own['me.connect'] ?? '' }).waitFor()
        expect({ path, english: await findEnglish(page, own) }).toEqual({ path, english: [] })
        // What axe sees does not depend on the words, but on their direction.
        if (language === 'ar') await assertWellFormed(opened)
        else await assertFits(opened)
      }
    },
    120_000,
  )

  test.each(['de', 'ar', 'ja'])(
    'rule: in %s a name is claimed and its profile edited without an English sentence',
    async (language) => {
      const own = catalogueOf(language)
      const say = (key: string) => own[key] ?? ''
      const label = `visitor-${language}`
      const opened = await visit(browser(), `${sandbox.file.url}/claim/demo.eth?label=${label}`, {
        locale: locales[language] ?? '',
        ...withWallet(sandbox, 2),
      })
      const { page, problems } = opened
      await page.getByText(say('claim.free'), { exact: true }).waitFor()
      await page.locator('form[name=claim] button[type=submit]').click()
      await page.getByRole('dialog', { name: say('wallet.choose') }).waitFor()
      expect(await findEnglish(page, own)).toEqual([])
      await chooseWallet(page)
      await page.getByRole('heading', { name: `${label}.demo.eth` }).waitFor()
      await page.getByText(say('view.resolved')).waitFor()
      expect(await findEnglish(page, own)).toEqual([])
      await assertWellFormed(opened)
      await page.getByRole('link', { name: say('done.edit') }).click()
      const name = page.getByLabel(say('edit.display-name'))
      await name.fill('Visitor')
      await page
        .getByText(own['edit.changes']?.match(/one \{([^}]*)\}/)?.[1]?.replace('#', '1') ?? '1')
        .waitFor()
      for (const title of await page.locator('form[name=records] summary').all()) await title.click()
      expect(await findEnglish(page, own)).toEqual([])
      await page.getByRole('button', { name: say('edit.save') }).click()
      await page.getByText(say('edit.saved'), { exact: true }).waitFor()
      for (const key of ['primary', 'transfer', 'release']) {
        await page.getByRole('button', { name: say(key), exact: true }).click()
        await page.getByRole('dialog').waitFor()
        expect({ key, english: await findEnglish(page, own) }).toEqual({ key, english: [] })
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('close') })
          .click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      expect(problems).toEqual([])
    },
    60_000,
  )

  test('rule: a chosen language is remembered, and the label that is typed stays', async () => {
    const opened = await visit(browser(), `${sandbox.file.url}/claim/demo.eth?chainId=1`)
    const { page, problems } = opened
    await page.getByLabel('Your name').fill('kept')
    await page.locator('summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByLabel('Dein Name').waitFor()
    await expect.poll(() => page.getByLabel('Dein Name').inputValue()).toBe('kept')
    expect(new URL(page.url()).search).toBe('?chainId=1&label=kept')
    await page.goto(`${sandbox.file.url}/me`)
    await page.getByRole('heading', { name: 'Meine Namen' }).waitFor()
    expect(problems).toEqual([])
  })

  test('without a script the switch is a list of links', async () => {
    const { page } = await visit(browser(), `${sandbox.file.url}/me`, { hasScript: false })
    await page.locator('summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'Türkçe' }).click()
    await page.getByRole('heading', { name: 'Adlarım' }).waitFor()
  })
})
