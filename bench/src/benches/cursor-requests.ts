import { createCursors } from '../../../server/src/core/page.ts'
import { nameList } from '../../../server/src/core/subnames/list-names.ts'
import { parseSearchText } from '../../../server/src/ens/search-text.ts'
import { apiKey, chainId, cursorSecret, domain, words } from '../databases/zone.ts'
import type { Listing } from './listing.ts'

type Query = Readonly<Record<string, string | number>>

const pageLength = 20

function path(query: Query): string {
  const values = Object.entries({ chainId, limit: pageLength, ...query })
  const text = new URLSearchParams(values.map(([key, value]): [string, string] => [key, String(value)]))
  return `/byname/v1/domains/${domain}/names?${text}`
}

interface CursorPages {
  readonly title: string
  /** The requests take them in turn. */
  readonly queries: readonly Query[]
  /** Rank and sort key of the name before the page. */
  readonly positionOf: (index: number, size: number) => readonly [rank: number, sortKey: number | string]
}

/** Pages behind a position: going there page by page takes minutes. */
function cursorPages({ title, queries, positionOf }: CursorPages): Listing {
  const cursors = createCursors(cursorSecret)
  const domainIds = new Map<number, string>()
  return {
    title: `by cursor: ${title}`,
    prepare: async (url, size) => {
      domainIds.set(size, await domainIdAt(url))
    },
    pathOf: (index, size) => {
      const query = queries[index % queries.length] ?? {}
      const list = nameList({ domain: { id: domainIds.get(size) ?? '' }, ...listingOf(query) })
      return path({ ...query, after: cursors.seal(list, positionOf(index, size)) })
    },
    hasResults: true,
  }
}

/** What the service makes of the parameters. */
function listingOf({ state, has, search, order }: Query) {
  const { label, words } = parseSearchText(search?.toString() ?? '')
  return {
    isClaimed: state === undefined ? undefined : state === 'claimed',
    has: has === undefined ? undefined : { kind: 'address' as const, coinType: 60 },
    search: label,
    words,
    order: order === 'label' ? ('label' as const) : ('oldest' as const),
  }
}

async function domainIdAt(url: string): Promise<string> {
  const response = await fetch(`${url}/byname/v1/domains/${domain}?chainId=${chainId}`, {
    headers: { 'x-api-key': apiKey },
  })
  // Safe: a wrong body has no text here, which is refused.
  const body = (await response.json()) as { result?: { data?: { id?: unknown } | null } }
  const id = body.result?.data?.id
  if (typeof id !== 'string') throw new Error(`There is no domain at ${url}: ${JSON.stringify(body)}`)
  return id
}

function firstPages(
  title: string,
  queryOf: (index: number, size: number) => Query,
  hasResults = true,
): Listing {
  return {
    title: `by cursor: ${title}`,
    pathOf: (index, size) => path({ limit: pageLength - (index % 10), ...queryOf(index, size) }),
    hasResults,
  }
}

function wordAt(index: number): string {
  return words[index % words.length] ?? ''
}

const anyWord = words.map((search) => ({ search }))

/** Spreads numbers over a range. */
function scattered(index: number, range: number): number {
  return (index * 7919 + 13) % range
}

/** Behind nearly all numbers below `size` in the order of their digits. */
function lastNumbers(size: number): string {
  return '9'.repeat(String(size).length - 3)
}

/** Pages of names behind a cursor, wherever it is. */
export const cursorListings: readonly Listing[] = [
  firstPages('names, first page', () => ({})),
  cursorPages({
    title: 'names, middle',
    queries: [{}],
    positionOf: (index, size) => [0, Math.floor(size / 2) + (index % 1000)],
  }),
  cursorPages({
    title: 'names, last pages',
    queries: [{}],
    positionOf: (index, size) => [0, size - (index % 100)],
  }),
  firstPages('names by label, first page', () => ({ order: 'label' })),
  cursorPages({
    title: 'names by label, middle',
    queries: [{ order: 'label' }, { order: 'label', state: 'claimed' }],
    positionOf: (index, size) => [0, `koala-${scattered(index, size)}`],
  }),
  cursorPages({
    title: 'names by label, last page',
    queries: [{ order: 'label' }],
    positionOf: (_, size) => [0, `${words.at(-1)}-${lastNumbers(size)}`],
  }),
  cursorPages({
    title: 'names with an address, middle',
    queries: [{ has: 'address:60' }],
    positionOf: (index, size) => [0, Math.floor(size / 2) + (index % 1000)],
  }),
  firstPages('search, a word of one in 24, first page', (index) => ({ search: wordAt(index) })),
  cursorPages({
    title: 'search, a word of one in 24, middle',
    queries: anyWord,
    positionOf: (index) => [1, `${wordAt(index)}-5`],
  }),
  cursorPages({
    title: 'search, a word of one in 24, last page',
    queries: anyWord,
    positionOf: (index, size) => [1, `${wordAt(index)}-${lastNumbers(size)}`],
  }),
  firstPages('search, a word, part of it', (index) => ({ search: wordAt(index).slice(1, 4) })),
  firstPages('search, one name', (index, size) => {
    const number = scattered(index, size)
    return { search: `${wordAt(number)}-${number}` }
  }),
  firstPages('search of texts, one name', (index, size) => ({
    search: `number ${scattered(index, size)} of`,
  })),
  firstPages('search of texts, in all names', (index) => ({ search: `OF the bench`.slice(index % 4) })),
  firstPages('search of texts, no hit', (index) => ({ search: `quokka ${index}` }), false),
  firstPages('search, two letters', (index) => ({ search: wordAt(index).slice(0, 2) })),
  firstPages('search, no hit', (index) => ({ search: `zq${index}` }), false),
  firstPages(
    'search, no hit, frequent parts',
    (index) => ({ search: String(12 + (index % 80)).repeat(4) }),
    false,
  ),
]
