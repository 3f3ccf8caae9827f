import MiniSearch from 'minisearch'

/** Written by `web/scripts/guide/search-entries.js`. */
interface SearchFile {
  readonly pages: readonly { readonly path: string; readonly title: string; readonly section: string }[]
  /** Index of the page, anchor, heading, text. */
  readonly entries: readonly (readonly [page: number, anchor: string, heading: string, text: string])[]
}

interface Part {
  readonly text: string
  readonly isMatch: boolean
}

export interface Hit {
  readonly href: string
  readonly place: string
  readonly title: readonly Part[]
  readonly excerpt: readonly Part[]
}

export interface Search {
  readonly pageCount: number
  /** Best first. */
  readonly find: (query: string) => readonly Hit[]
}

const maxHits = 20

/** Sections whose pages are rarely what a reader looks for. */
const lowered: ReadonlySet<string> = new Set(['Decisions'])
const loweredPaths: ReadonlySet<string> = new Set(['changelog/'])

const wholeWords = { heading: 4, page: 3, text: 1 }

/** `root`: URL of the guide, with a slash at its end. */
export async function createSearch({ pages, entries }: SearchFile, root: string): Promise<Search> {
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    tokenize,
    searchOptions: {
      boost: wholeWords,
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (id) => {
        const page = pages[entries[Number(id)]?.[0] ?? 0]
        return page && (lowered.has(page.section) || loweredPaths.has(page.path)) ? 0.4 : 1
      },
    },
  })
  // In parts, so that the page responds meanwhile.
  await index.addAllAsync(
    entries.map(([page, , heading, text], id) => ({
      id,
      text,
      heading,
      // The title counts for the beginning of the page alone.
      page: heading === '' ? (pages[page]?.title ?? '') : '',
    })),
    { chunkSize: 100 },
  )
  const toHit = (id: number, terms: readonly string[]): readonly Hit[] => {
    const [pageIndex = 0, anchor = '', heading = '', text = ''] = entries[id] ?? []
    const page = pages[pageIndex]
    if (!page) return []
    return [
      {
        href: `${root}${page.path}${anchor && `#${anchor}`}`,
        place: [page.section, ...(heading ? [page.title] : [])].filter(Boolean).join(' › '),
        title: markTerms(heading || page.title, terms),
        excerpt: markTerms(excerptOf(text, terms), terms),
      },
    ]
  }
  return {
    pageCount: pages.length,
    find: (query) => {
      const every = index.search(query, { combineWith: 'AND' })
      const found = every.length > 0 ? every : index.search(query)
      return found.slice(0, maxHits).flatMap(({ id, terms }) => toHit(Number(id), terms))
    },
  }
}

/** A setting or a header is found by its whole name first, and by each of its words. */
function tokenize(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}_-]+/u)
    .flatMap((word) => (/[_-]/.test(word) ? [word, ...word.split(/[_-]+/)] : [word]))
    .filter((word) => word !== '')
}

const excerptLength = 160

/** Where the longest term is that it has, and from the beginning of a word. */
function excerptOf(text: string, terms: readonly string[]): string {
  const places = terms
    .toSorted((one, other) => other.length - one.length)
    .map((term) => termPattern([term])?.exec(text)?.index)
  const first = places.find((place) => place !== undefined) ?? 0
  const start = first < excerptLength / 2 ? 0 : text.indexOf(' ', first - excerptLength / 3) + 1
  const rest = text.slice(start)
  const shown =
    rest.length > excerptLength ? `${rest.slice(0, rest.lastIndexOf(' ', excerptLength))} …` : rest
  return `${start > 0 ? '… ' : ''}${shown}`
}

function markTerms(text: string, terms: readonly string[]): readonly Part[] {
  const pattern = termPattern(terms)
  if (!pattern) return [{ text, isMatch: false }]
  return text.split(pattern).map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
}

/** At the beginnings of words. */
function termPattern(terms: readonly string[]): RegExp | undefined {
  if (terms.length === 0) return undefined
  const escaped = terms
    .toSorted((one, other) => other.length - one.length)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})`, 'iu')
}
