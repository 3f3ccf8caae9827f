import type { NameSearch } from './name-search.ts'
import { parseNameSearch } from './name-search.ts'

/** What a saved filter consists of: neither the open name nor a dialog. */
export type NameFilter = Pick<NameSearch, 'search' | 'state' | 'has' | 'tag' | 'order'>

export const maxSavedFilters = 20

export function filterOf({ search, state, has, tag, order }: NameSearch): NameFilter {
  return { search, state, has, tag, order }
}

/** Of what the browser kept, without what is not a filter. */
export function parseSavedFilters(stored: unknown): readonly NameFilter[] {
  if (!Array.isArray(stored)) return []
  return stored
    .flatMap((value: unknown) =>
      typeof value === 'object' && value !== null ? [filterOf(parseNameSearch({ ...value }))] : [],
    )
    .filter((filter) => describeFilter(filter) !== '')
    .slice(0, maxSavedFilters)
}

export function isSameFilter(one: NameFilter, other: NameFilter): boolean {
  return describeFilter(one) === describeFilter(other)
}

/** In words, such as "Claimed · With an avatar"; empty: nothing is filtered. */
export function describeFilter({ search, state, has, tag, order }: NameFilter): string {
  return [
    search && `“${search}”`,
    states.find(({ value }) => value !== 'all' && value === state)?.title,
    has && (knownRecords.find(({ value }) => value === has)?.title ?? has),
    tag && `Tagged “${tag}”`,
    // A search has an order of its own.
    !search && orders.find(({ value }) => value !== 'newest' && value === order)?.title,
  ]
    .filter(Boolean)
    .join(' · ')
}

export const states = [
  { value: 'all', title: 'All states' },
  { value: 'claimed', title: 'Claimed' },
  { value: 'reserved', title: 'Reserved' },
] as const

const knownRecords = [
  { value: '', title: 'Any records' },
  { value: 'address:60', title: 'With an ETH address' },
  { value: 'text:avatar', title: 'With an avatar' },
  { value: 'contenthash', title: 'With a site' },
]

/** Those of the domain, and one of another link, where it is chosen. */
export function tagOptions(tags: readonly string[], chosen: string | undefined) {
  const isKnown = chosen === undefined || tags.includes(chosen)
  const all = isKnown ? tags : [...tags, chosen]
  return [{ value: '', title: 'Any tags' }, ...all.map((tag) => ({ value: tag, title: tag }))]
}

/** With one of another link, where it is chosen. */
export function recordOptions(has: string | undefined) {
  return has && !knownRecords.some(({ value }) => value === has)
    ? [...knownRecords, { value: has, title: has }]
    : knownRecords
}

export const orders = [
  { value: 'newest', title: 'Newest first' },
  { value: 'oldest', title: 'Oldest first' },
  { value: 'label', title: 'By name' },
] as const
