import { maxPassedNames } from '../../../server/src/store/listing/filter.ts'
import { chainId, domain, sharedAddress, userAddress, words } from '../databases/zone.ts'
import { cursorListings } from './cursor-requests.ts'
import type { Listing } from './listing.ts'

const pageLength = 20

function path(route: string, query: Readonly<Record<string, string | number>>): string {
  return `/ens/${route}?${new URLSearchParams(Object.entries({ chainId, ...query }).map(([key, value]): [string, string] => [key, String(value)]))}`
}

function wordAt(index: number): string {
  return words[index % words.length] ?? ''
}

/** Spreads numbers over a range, without repetition until all have occurred. */
function scattered(index: number, range: number): number {
  return (index * 7919 + 13) % range
}

function search(title: string, nameOf: (index: number, size: number) => string, hasResults = true): Listing {
  return {
    title: `search, ${title}`,
    pathOf: (index, size) => path('v1/subname/search', { name: nameOf(index, size), skip: index % 10 }),
    hasResults,
  }
}

function pages(title: string, pageOf: (index: number, size: number) => number): Listing {
  return {
    title: `names of the domain, ${title}`,
    pathOf: (index, size) =>
      path('v1/subname/ens', { ensDomain: domain, page: pageOf(index, size), limit: pageLength }),
    hasResults: true,
  }
}

function pageBehind(names: number): number {
  return Math.floor(names / pageLength) + 1
}

/** The listings, from the most to the least frequent. */
export const listings: readonly Listing[] = [
  pages('first pages', (index) => 1 + (index % 10)),
  pages('middle pages', (index, size) => pageBehind(Math.min(size / 2, maxPassedNames)) - (index % 10)),
  pages('last pages', (index, size) => Math.floor(size / pageLength) - (index % 10)),
  search('a word of one in 24', wordAt),
  search('a word, part of it', (index) => wordAt(index).slice(1, 4)),
  {
    title: 'search, a word of one in 24, counted',
    pathOf: (index) =>
      path('v2/subnames/all', { ensDomains: domain, search: wordAt(index), limit: 20 - (index % 10) }),
    hasResults: true,
  },
  {
    title: 'search, one name',
    pathOf: (index, size) => {
      const number = scattered(index, size)
      return path('v1/subname/search', { name: `${wordAt(number)}-${number}.` })
    },
    hasResults: true,
  },
  search('two letters', (index) => wordAt(index).slice(0, 2)),
  search('one letter', (index) => wordAt(index).slice(0, 1)),
  search('a text of all domains and no label', (index) => domain.slice(0, 3 + (index % 3)), false),
  {
    title: 'search, one name with its domain',
    pathOf: (index, size) => {
      const number = scattered(index, size)
      return path('v1/subname/search', { name: `${wordAt(number)}-${number}.${domain}` })
    },
    hasResults: true,
  },
  search('no hit', (index) => `zq${index}`, false),
  search('no hit, frequent parts', (index) => String(12 + (index % 80)).repeat(4), false),
  {
    title: 'names of an address that has one',
    pathOf: (index, size) =>
      path('v1/subname/address', { address: userAddress(1 + 100 * scattered(index, size / 100)) }),
    hasResults: true,
  },
  {
    title: 'names of an address that has one in 100, first page',
    pathOf: (index) => path('v2/subnames/all', { address: sharedAddress, limit: 20 - (index % 10) }),
    hasResults: true,
  },
  ...cursorListings,
]
