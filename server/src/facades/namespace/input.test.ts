import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { facadeRefusal } from '../../../test/support/http/facade-refusal.ts'
import { keyOfCoin } from './coins.ts'
import { readSearch, readSubname } from './input.ts'
import { versionKey } from './version.ts'

type Body = Readonly<Record<string, unknown>>

const parentName = 'demo.eth'
const named = { parentName, label: 'alice' }
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The text behind `Validation failed:`; undefined for what is read. */
function problemOf(read: () => unknown): unknown {
  const body = facadeRefusal(read)
  if (body === undefined) return undefined
  const { message } = body as { readonly message: string }
  expect(message).toMatch(/^Validation failed: /)
  return message.replace('Validation failed: ', '')
}

const subnameProblem = (changes: Body) => problemOf(() => readSubname({ ...named, ...changes }))
const searchProblem = (changes: Body) => problemOf(() => readSearch({ parentName, ...changes }))

test('property: what is given of a name is what is read of it', () => {
  const key = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text !== versionKey)
  const entries = fc.option(fc.array(fc.record({ key, value: fc.string() }), { maxLength: 4 }), {
    nil: undefined,
  })
  const coins = fc.array(
    fc.record({ coinType: fc.nat(2 ** 32 - 1), address: fc.string(), isText: fc.boolean() }),
    { maxLength: 4 },
  )
  const body = fc.record({
    texts: entries,
    metadata: entries,
    coins: fc.option(coins, { nil: undefined }),
    contenthash: fc.option(fc.string(), { nil: undefined }),
    owner: fc.constantFrom(undefined, null, '', address),
  })
  fc.assert(
    fc.property(body, ({ texts, metadata, coins, contenthash, owner }) => {
      const addresses = coins?.map(({ coinType, address: value, isText }) => {
        const coin = keyOfCoin(coinType)
        return { coin: isText ? `${coin}` : coin, value }
      })
      const { keepsText, ...read } = readSubname({ ...named, texts, metadata, addresses, contenthash, owner })
      const stored = metadata?.map(({ key, value }) => ({ key: `metadata:${key}`, value }))
      expect(read).toEqual({
        domain: parentName,
        label: 'alice',
        records: {
          texts: texts || stored ? [...(texts ?? []), ...(stored ?? [])] : undefined,
          addresses: coins
            ?.filter(({ address: value }) => value !== '')
            .map(({ coinType, address: value }) => ({ coinType, address: value })),
          contenthash,
        },
        holder: owner === '' ? zeroAddress : (owner ?? undefined),
        ifMatch: undefined,
      })
      expect(keepsText('url')).toBe(texts === undefined)
      expect(keepsText('metadata:url')).toBe(metadata === undefined)
    }),
  )
})

test('a version is no entry, and is a condition for its own name only', () => {
  const suffix = { alice: '.47e38f2811', other: '.0000000000' }
  const of = (value: string) =>
    readSubname({
      ...named,
      metadata: [
        { key: 'a', value: 'b' },
        { key: versionKey, value },
      ],
    })
  for (const value of [`tag${suffix.alice}`, `tag${suffix.other}`, 'tag'])
    expect(of(value).records.texts).toEqual([{ key: 'metadata:a', value: 'b' }])
  expect(of(`tag${suffix.alice}`).ifMatch).toEqual({ match: ['"tag"'] })
  expect(of(`tag${suffix.other}`).ifMatch).toBeUndefined()
  expect(of('tag').ifMatch).toBeUndefined()
})

test('null and the empty text clear the content hash', () => {
  for (const contenthash of [null, ''])
    expect(readSubname({ ...named, contenthash }).records.contenthash).toBe('')
})

test.each([
  [{ parentName: undefined }, 'parentName is required'],
  [{ parentName: '' }, 'parentName must be a non-empty string'],
  [{ label: undefined }, 'label is required'],
  [{ label: null }, 'label must be a non-empty string'],
  [{ texts: null }, 'texts must be an array'],
  [{ metadata: 'a' }, 'metadata must be an array'],
  [{ texts: [{ key: 'a', value: '' }, 'a'] }, 'texts.1 must be an object'],
  [{ texts: [{ key: '', value: 'a' }] }, 'texts.0.key must be a non-empty string'],
  [{ texts: [{ key: 1, value: 'a' }] }, 'texts.0.key must be a non-empty string'],
  [{ metadata: [{ key: 'a', value: null }] }, 'metadata.0.value must be a string'],
  [{ addresses: {} }, 'addresses must be an array'],
  [{ addresses: [null] }, 'addresses.0 must be an object'],
  ...[
    undefined,
    null,
    true,
    '',
    ' 60',
    ' 4294967356',
    '0x3c',
    '1e1',
    '-1',
    -1,
    1.5,
    2 ** 33,
    '10000000000000000',
  ].map(
    (coin) =>
      [{ addresses: [{ coin, value: address }] }, 'addresses.0.coin must be the number of a coin'] as const,
  ),
  [{ addresses: [{ coin: 60, value: null }] }, 'addresses.0.value must be a string'],
  [{ contenthash: false }, 'contenthash must be a string'],
  [{ owner: 0 }, 'owner must be an address'],
  [{ owner: address.slice(1) }, 'owner must be an address'],
] satisfies readonly (readonly [Body, string])[])('a name is refused with %j', (changes, problem) => {
  expect(subnameProblem(changes)).toBe(problem)
})

test('what an object inherits is not given', () => {
  expect(problemOf(() => readSubname(Object.create(named) as Body))).toBe('parentName is required')
  expect(readSearch(Object.assign(Object.create({ page: 7 }) as object, { parentName })).page).toBe(1)
})

test('property: what is given of a search is what is read of it, by either name of a member', () => {
  const optional = fc.constantFrom(undefined, null, '', 'alice')
  const filter = fc.option(fc.dictionary(fc.string({ maxLength: 8 }), fc.string(), { maxKeys: 4 }))
  const search = fc.record({
    isLabelSearch: fc.boolean(),
    isMetadata: fc.boolean(),
    text: optional,
    owner: optional,
    data: filter,
    textRecords: filter,
    parents: fc.array(fc.constantFrom('a.eth', 'b.eth'), { minLength: 1, maxLength: 3 }),
    isParentName: fc.boolean(),
    page: fc.integer({ min: 1, max: 1_000_000_000 }),
    isText: fc.boolean(),
  })
  fc.assert(
    fc.property(search, (given) => {
      const { isLabelSearch, isMetadata, text, owner, data, textRecords, parents, isParentName, page } = given
      const [first, ...others] = parents
      const read = readSearch({
        ...(isParentName ? { parentName: first, parentNames: others } : { parentNames: parents }),
        [isLabelSearch ? 'labelSearch' : 'searchLabel']: text,
        [isMetadata ? 'metadata' : 'dataRecords']: data,
        owner,
        textRecords,
        page: given.isText ? `${page}` : page,
      })
      expect(read).toEqual({
        parents,
        text: text || undefined,
        owner: owner || undefined,
        texts: new Map([
          ...Object.entries(data ?? {}).map(([key, value]) => [`metadata:${key}`, value] as const),
          ...Object.entries(textRecords ?? {}),
        ]),
        page,
        size: 25,
      })
    }),
  )
})

test('a member by its first name counts where both are given', () => {
  const both = { labelSearch: 'a', searchLabel: 'b', metadata: { a: '1' }, dataRecords: { b: '2' } }
  const { text, texts } = readSearch({ parentName, ...both })
  expect([text, [...texts]]).toEqual(['a', [['metadata:a', '1']]])
})

test.each([
  [null, 25],
  [1, 1],
  ['2', 2],
  [99, 99],
  [100, 100],
  [101, 100],
  [1_000_000_000, 100],
])('the size %j is %i', (size, expected) => {
  expect(readSearch({ parentName, size }).size).toBe(expected)
})

test.each(['page', 'size'])('%s is a whole number from 1 to a billion', (name) => {
  for (const value of [1, '1', 999_999_999, 1_000_000_000])
    expect(searchProblem({ [name]: value })).toBeUndefined()
  for (const value of [0, '0', -1, 1.5, 1_000_000_001, '', 'a', true, [], {}, Number.NaN])
    expect([value, searchProblem({ [name]: value })]).toEqual([
      value,
      `${name} must be a whole number from 1 on`,
    ])
})

function members(count: number): Body {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'a']))
}

const longKey = 'k'.repeat(257)

test.each<[what: string, within: readonly Body[], beyond: Body, problem: string]>([
  [
    'names of parents',
    [{ parentNames: Array(99).fill('a.eth') }, { parentNames: Array(100).fill('a.eth') }],
    { parentNames: Array(101).fill('a.eth') },
    'parentNames must be an array of at most 100 names',
  ],
  [
    'characters of a parent',
    [{ parentName: 'a'.repeat(999) }, { parentName: 'a'.repeat(1000) }],
    { parentName: 'a'.repeat(1001) },
    'parentName must have at most 1000 characters',
  ],
  [
    'characters of a search',
    [{ labelSearch: 'a'.repeat(254) }, { labelSearch: 'a'.repeat(255) }],
    { labelSearch: 'a'.repeat(256) },
    'labelSearch must have at most 255 characters',
  ],
  [
    'characters of an owner',
    [{ owner: 'a'.repeat(999) }, { owner: 'a'.repeat(1000) }],
    { owner: 'a'.repeat(1001) },
    'owner must have at most 1000 characters',
  ],
  [
    'filters by metadata',
    [{ metadata: members(19) }, { metadata: members(20) }],
    { metadata: members(21) },
    'metadata must have at most 20 members',
  ],
  [
    'filters by texts',
    [{ textRecords: members(19) }, { textRecords: members(20) }],
    { textRecords: members(21) },
    'textRecords must have at most 20 members',
  ],
  [
    'characters of a key',
    [{ textRecords: { [longKey.slice(2)]: 'a' } }, { textRecords: { [longKey.slice(1)]: 'a' } }],
    { textRecords: { [longKey]: 'a' } },
    `textRecords.${'k'.repeat(40)} must be no longer than a text record`,
  ],
  [
    'characters of a value',
    [{ textRecords: { a: 'v'.repeat(16_383) } }, { textRecords: { a: 'v'.repeat(16_384) } }],
    { textRecords: { a: 'v'.repeat(16_385) } },
    'textRecords.a must be no longer than a text record',
  ],
])('%s: one below and at the bound are read, one above is refused', (_, within, beyond, problem) => {
  for (const body of within) expect(searchProblem(body)).toBeUndefined()
  expect(searchProblem(beyond)).toBe(problem)
})

test.each([
  [{ parentName: undefined }, 'parentName is required'],
  [{ parentName: null }, 'parentName must be a non-empty string'],
  [{ parentNames: ['a.eth', 1] }, 'parentName must be a non-empty string'],
  [{ parentNames: [''] }, 'parentName must be a non-empty string'],
  [{ parentNames: { length: 1 } }, 'parentNames must be an array of at most 100 names'],
  [{ labelSearch: 1 }, 'labelSearch must be a string'],
  [{ searchLabel: false }, 'labelSearch must be a string'],
  [{ owner: 0 }, 'owner must be a string'],
  [{ metadata: 'a' }, 'metadata must be an object'],
  [{ textRecords: [] }, 'textRecords must be an object'],
  [{ dataRecords: { a: 1 } }, 'metadata.a must be a string'],
  [{ textRecords: { a: null } }, 'textRecords.a must be a string'],
] satisfies readonly (readonly [Body, string])[])('a search is refused with %j', (changes, problem) => {
  expect(searchProblem(changes)).toBe(problem)
})
