import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf, pageRequest, readPage, type ServiceListing, serviceOf, services } from './services.ts'

const listing = (service: ServiceListing['service'], more: Partial<ServiceListing> = {}): ServiceListing => ({
  ...{ service, url: 'https://api.example', domain: 'acme.eth', chainId: 1 },
  ...more,
})

/** An entry as each service lists it. */
const entryOf = {
  namestone: (label: string) => ({ name: label, domain: 'acme.eth' }),
  namespace: (label: string) => ({ fullName: `${label}.acme.eth`, label }),
  justaname: (label: string) => ({ ens: `${label}.acme.eth`, records: {} }),
}

/** A page as each service sends it; `total` names are there, and `read` of them are in this and earlier pages. */
const pageOf = {
  namestone: (entries: readonly unknown[]): unknown => entries,
  namespace: (entries: readonly unknown[], total: number): unknown => ({ items: entries, totalItems: total }),
  justaname: (entries: readonly unknown[], total: number, read: number): unknown => ({
    result: { data: { data: entries, pagination: { hasNextPage: read < total } } },
  }),
}

test('the services whose lists are read', () => {
  expect(services).toEqual(['namestone', 'namespace', 'justaname'])
})

describe('the request of a page', () => {
  const first = { pages: 0, names: 0 }
  const later = { pages: 3, names: 250 }

  test.each([
    [1, 'https://api.example', 'https://api.example/api/public_v1/get-names'],
    [11155111, 'https://api.example/', 'https://api.example/api/public_v1_sepolia/get-names'],
    [1, 'https://api.example/api/public_v1', 'https://api.example/api/public_v1/get-names'],
    [1, 'https://x.example/public_v1_sepolia//', 'https://x.example/public_v1_sepolia/get-names'],
    [1, 'https://x.example/public_v1/more', 'https://x.example/public_v1/more/api/public_v1/get-names'],
  ])('NameStone, chain %i at %s: %s', (chainId, url, path) => {
    for (const progress of [first, later])
      expect(pageRequest(listing('namestone', { chainId, url, key: 'k' }), progress)).toEqual({
        method: 'GET',
        url: `${path}?domain=acme.eth&limit=1000&offset=${progress.names}`,
        headers: { authorization: 'k' },
      })
  })

  test('Namespace: pages of a hundred, from 1', () => {
    for (const { pages, names } of [first, later]) {
      const { body, ...request } = pageRequest(listing('namespace', { key: 'k' }), { pages, names })
      expect(request).toEqual({
        method: 'POST',
        url: 'https://api.example/api/v1/subnames/search',
        headers: { 'x-auth-token': 'k' },
      })
      expect(JSON.parse(body ?? '')).toEqual({ parentName: 'acme.eth', page: pages + 1, size: 100 })
    }
  })

  test('JustaName: pages of a hundred, from 1, of a chain', () => {
    for (const { pages, names } of [first, later])
      expect(pageRequest(listing('justaname', { key: 'k', chainId: 11155111 }), { pages, names })).toEqual({
        method: 'GET',
        url: `https://api.example/ens/v1/subname/ens?ensDomain=acme.eth&chainId=11155111&page=${pages + 1}&limit=100`,
        headers: { 'x-api-key': 'k' },
      })
  })

  test.each(services)('%s: without a key no header of one', (service) => {
    expect(pageRequest(listing(service), first).headers).toEqual({})
  })
})

test('property: the pages of a service, of any sizes, give each of its names once, with its row', () => {
  const run = (service: ServiceListing['service'], sizes: readonly number[]) => {
    const labels = Array.from(
      { length: sizes.reduce((sum, size) => sum + size, 0) },
      (_, index) => `n${index}`,
    )
    const found: unknown[] = []
    let progress: { readonly pages: number; readonly names: number } | undefined = { pages: 0, names: 0 }
    for (const size of [...sizes, 0]) {
      if (!progress) break
      const entries = labels
        .slice(progress.names, progress.names + size)
        .map((label) => entryOf[service](label))
      const response = pageOf[service](entries, labels.length, progress.names + size)
      const page = readPage(listing(service), progress, response)
      found.push(...(page?.names.map((each) => [each.row, 'name' in each && each.name.label]) ?? []))
      progress = page?.next
    }
    expect(progress).toBeUndefined()
    expect(found).toEqual(labels.map((label, index) => [index + 1, label]))
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...services),
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
      run,
    ),
  )
})

test('the last page of Namespace and JustaName is known by what it says, so no empty one is requested', () => {
  for (const service of ['namespace', 'justaname'] as const)
    for (const [total, isLast] of [
      [2, true],
      [3, false],
    ] as const) {
      const entries = ['a', 'b'].map((label) => entryOf[service](label))
      const page = readPage(listing(service), { pages: 0, names: 0 }, pageOf[service](entries, total, 2))
      expect([service, total, page?.next]).toEqual([
        service,
        total,
        isLast ? undefined : { pages: 1, names: 2 },
      ])
    }
})

test('a page that does not say whether it is the last one has a next one, unless it is empty', () => {
  for (const service of ['namespace', 'justaname'] as const) {
    const next = (entries: readonly unknown[]) =>
      readPage(listing(service), { pages: 4, names: 7 }, { data: entries })?.next
    expect(next([entryOf[service]('a')])).toEqual({ pages: 5, names: 8 })
    expect(next([])).toBeUndefined()
  }
})

describe('entries of a response', () => {
  const [one, two, three] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

  test.each<[string, unknown, readonly unknown[] | undefined]>([
    ['a list', [one, two], [one, two]],
    ['an empty list', [], []],
    ['items', { items: [one] }, [one]],
    ['data of a result', { result: { data: [one] } }, [one]],
    ['data', { data: [one] }, [one]],
    ['items before data', { items: [one], data: [two] }, [one]],
    ['a result without data, beside data', { result: {}, data: [two] }, [two]],
    ['a list of responses', [{ items: [one] }, { result: { data: [two, three] } }], [one, two, three]],
    ['a list of lists', [[one], [two, three]], [one, two, three]],
    ['an entry among responses', [{ items: [one] }, two], [{ items: [one] }, two]],
    ['an object without entries', { error: 'none' }, undefined],
    ['a text', 'names', undefined],
    ['null', null, undefined],
  ])('%s', (_title, value, entries) => {
    expect(entriesOf(value)).toEqual(entries)
  })

  test('are found four levels deep', () => {
    const nest = (levels: number) =>
      Array.from({ length: levels }).reduce<unknown>((data) => ({ data }), [one])
    expect([4, 5].map((levels) => entriesOf(nest(levels)))).toEqual([[one], undefined])
  })

  test('are no response without a list', () => {
    for (const service of services)
      expect(readPage(listing(service), { pages: 0, names: 0 }, { error: 'none' })).toBeUndefined()
  })
})

test.each([
  [{ ens: 'a.acme.eth', name: 'a' }, 'justaname'],
  [{ fullName: 'a.acme.eth', name: 'a' }, 'namespace'],
  [{ label: 'a', name: 'a' }, 'namespace'],
  [{ name: 'a' }, 'namestone'],
  [{ name: 1 }, undefined],
  [{ ens: 1, fullName: 2, label: 3 }, undefined],
  ['a', undefined],
])('the service of %j is %s', (entry, service) => {
  expect(serviceOf(entry)).toBe(service)
})
