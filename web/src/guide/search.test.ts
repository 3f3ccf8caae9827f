import { describe, expect, test } from 'vitest'
import { createSearch } from './search.ts'

interface Page {
  readonly title: string
  readonly text?: string
  readonly source?: string
  readonly slug: string
  readonly section?: string
}

/** Of the build, which is JavaScript. */
interface GuideScripts {
  readonly readPages: () => readonly Page[]
  readonly pageFinder: (pages: readonly Page[]) => unknown
  readonly parsePage: (page: Page, finders: object) => { readonly html: string }
  readonly searchEntries: (parsed: readonly object[]) => Parameters<typeof createSearch>[0]
}

const load = async (file: string): Promise<Partial<GuideScripts>> =>
  import(new URL(`../../scripts/guide/${file}.js`, import.meta.url).href)

// Safe because these files export them.
const { readPages, pageFinder, parsePage, searchEntries } = {
  ...(await load('contents')),
  ...(await load('markdown')),
  ...(await load('search-entries')),
} as GuideScripts

const pages = readPages()
const findPage = pageFinder(pages)
const imageOf = () => ({ path: '', width: 1, height: 1 })
const parsed = pages.map((page) => ({ page, ...parsePage(page, { findPage, imageOf }) }))
const search = await createSearch(searchEntries(parsed), '/guide/')
const first = (query: string) => search.find(query)[0]?.href.replace(/^\/guide\/|#.*$/g, '')

/** What a reader types, and the page that they mean. */
const queries: Readonly<Record<string, string>> = {
  'webhook signature': 'webhooks/',
  webhooks: 'webhooks/',
  webhook: 'webhooks/',
  webhok: 'webhooks/',
  'verify a webhook': 'sdk/',
  claim: 'claims/',
  'invitation link': 'invitation-links/',
  invitations: 'invitation-links/',
  'own host': 'own-hosts/',
  'own hosts': 'own-hosts/',
  embed: 'embed/',
  'elements for other sites': 'embed/',
  react: 'react/',
  sdk: 'sdk/',
  policies: 'policies/',
  policy: 'policies/',
  errors: 'errors/',
  'error codes': 'errors/',
  backup: 'operating/backups/',
  backups: 'operating/backups/',
  upgrade: 'operating/upgrade/',
  pyment: 'operating/taking-payment/',
  postgresql: 'scaling/',
  'resolver contract': 'contracts/',
  'allowed origins': 'operating/domain/',
  namestone: 'arriving/',
  'rate limits': 'operating/settings/',
  events: 'events/',
  doctor: 'doctor/',
  glossar: 'glossary/',
  mcp: 'mcp/',
  console: 'console/',
  docker: 'operating/by-hand/',
}

describe('The search of the guide', () => {
  test.each(Object.entries(queries))('“%s” opens %s', (query, path) => {
    expect(first(query)).toBe(path)
  })

  test('rule: each page is found first by its title', () => {
    const missed = pages
      .filter(({ section = 'Decisions' }) => section !== 'Decisions')
      .map(({ title, slug }) => [title, first(title), `${slug}/`])
      .filter(([, found, path]) => found !== path)
    expect(missed).toEqual([])
  })
})

describe('A page of the guide', () => {
  const render = (text: string) =>
    parsePage({ title: '', slug: '', text, source: 'README.md' }, { findPage, imageOf }).html
  const picture = '<img src="a.png" width="200" alt="Its names">'
  const shown = /<img [^>]*alt="Its names" width="200"/g

  test.each([
    [picture, 1],
    [`${picture} ${picture}`, 2],
    [`${picture}\n${picture}\n`, 2],
    [picture.replace('img ', 'img\n'), 1],
    [`A text ${picture.replace('Its ', 'Its\n')}\n${picture}.`, 2],
  ])('%j shows %i pictures', (text, count) => {
    expect(render(text).match(shown)).toHaveLength(count)
  })

  test.each(['<b>bold</b>', '<script>alert(1)</script>', `${picture}\n<hr>`, '<img src="a.png" <b>'])(
    '%j is refused',
    (text) => {
      expect(() => render(text)).toThrow(/README.md has HTML other than pictures/)
    },
  )
})
