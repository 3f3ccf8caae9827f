import MiniSearch, { type SearchResult } from 'minisearch'

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

/** Sections and pages that are rarely what a reader looks for. */
const lowered: ReadonlySet<string> = new Set(['Decisions'])
const loweredPaths: ReadonlySet<string> = new Set(['changelog/', 'faults/', 'performance/', 'bench/'])

/** `page`: the title and the path of a page, at its beginning; `within`: the same for its other parts. */
const wholeWords = { heading: 4, page: 8, within: 1, text: 1 }

/** Of a title that has all that is looked for, and nothing else; one that has half of it gets a quarter. */
const titleBonus = { page: 12, heading: 4 } as const

/** `root`: URL of the guide, with a slash at its end. */
export async function createSearch({ pages, entries }: SearchFile, root: string): Promise<Search> {
  const index = new MiniSearch({
    fields: ['heading', 'page', 'within', 'text'],
    tokenize,
    processTerm: stem,
    searchOptions: {
      boost: wholeWords,
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (id) => {
        const page = pages[entries[Number(id)]?.[0] ?? 0]
        if (!page || lowered.has(page.section)) return 0.15
        return loweredPaths.has(page.path) ? 0.4 : 1
      },
    },
  })
  // In parts, so that the page responds meanwhile.
  await index.addAllAsync(
    entries.map(([page, , heading, text], id) => ({
      id,
      text,
      heading,
      // The title counts for the beginning of the page alone, and so does its address, which many have seen.
      page: heading === '' ? `${pages[page]?.title ?? ''} ${pages[page]?.path.replace('/', ' ') ?? ''}` : '',
      within: heading === '' ? '' : (pages[page]?.title ?? ''),
    })),
    { chunkSize: 100 },
  )
  const stemsOf = (text: string) => tokenize(text).map(stem)
  /** What a title is for ranks above what mentions it. */
  const rank = (query: string, { id, score }: SearchResult): number => {
    const [pageIndex = 0, , heading = ''] = entries[Number(id)] ?? []
    const wanted = stemsOf(query)
    const { title = '', path = '' } = pages[pageIndex] ?? {}
    const titles = heading === '' ? [title, path.split('/').at(-2) ?? ''] : [heading]
    const bonus = Math.max(...titles.map((one) => likeness(wanted, stemsOf(one))))
    return score * (1 + titleBonus[heading === '' ? 'page' : 'heading'] * bonus)
  }
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
      const ranks = new Map(found.map((result) => [result, rank(query, result)]))
      const ranked = found.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0))
      return ranked.slice(0, maxHits).flatMap(({ id, terms }) => toHit(Number(id), terms))
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

/** From 0 to 1, for equal words; the beginning of a word counts as the word. */
function likeness(wanted: readonly string[], title: readonly string[]): number {
  const found = wanted.filter((term) => title.some((word) => word.startsWith(term))).length
  const meant = title.filter((word) => wanted.some((term) => word.startsWith(term))).length
  return (found / Math.max(wanted.length, 1)) ** 2 * (meant / Math.max(title.length, 1))
}

/** Of English: a word and its plural are one. It begins as the word does, so that it can be marked. */
function stem(word: string): string {
  const lower = word.toLowerCase()
  if (lower.length < 4 || /[_-]|ss$|us$|is$/.test(lower)) return lower
  return lower.replace(/(?:ies|y)$/, 'i').replace(/s$/, '')
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
