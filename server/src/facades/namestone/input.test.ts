import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { facadeRefusal } from '../../../test/support/http/facade-refusal.ts'
import { assertNormalizable, isSet, queryFlag, queryText, readName, readPage, requireText } from './input.ts'

type Query = Parameters<typeof queryText>[0]['query']

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ipfs = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'

/** Undefined for what is read. */
function problemOf(read: () => unknown): unknown {
  const body = facadeRefusal(read) as { readonly error: unknown } | undefined
  return body?.error
}

test('property: what is given of a name is what is read of it, and an address is of coin type 60 too', () => {
  const texts = fc.dictionary(fc.string({ maxLength: 8 }), fc.string(), { noNullPrototype: true })
  const coinTypes = fc.oneof(fc.nat(200), fc.integer({ min: 2 ** 31, max: 2 ** 32 - 1 })).map(String)
  const body = fc.record({
    text_records: fc.option(texts),
    coin_types: fc.option(fc.dictionary(fc.oneof(fc.constant('60'), coinTypes), fc.string())),
    address: fc.constantFrom(undefined, null, '', address),
    contenthash: fc.constantFrom(undefined, null, '', ipfs),
  })
  fc.assert(
    fc.property(body, (given) => {
      const coins = Object.entries(given.coin_types ?? {}).filter(
        ([coinType, value]) => value !== '' && isKnown(coinType),
      )
      const holder = given.address || undefined
      const ethereum = new Map(coins).get('60') ?? holder
      const read = readName({ ...given, coin_types: Object.fromEntries(coins) })
      expect(read).toEqual({
        holder: holder ?? zeroAddress,
        records: {
          contenthash: given.contenthash || '',
          texts: Object.entries(given.text_records ?? {})
            .filter(([, value]) => value !== '')
            .map(([key, value]) => ({ key, value })),
          addresses: [
            ...(ethereum === undefined ? [] : [{ coinType: 60, address: ethereum }]),
            ...coins
              .filter(([coinType]) => coinType !== '60')
              .map(([coinType, value]) => ({ coinType: Number(coinType), address: value })),
          ],
        },
      })
    }),
  )
})

/** A number that is no coin type, such as a chain id, is refused. */
function isKnown(coinType: string): boolean {
  return problemOf(() => readName({ coin_types: { [coinType]: 'a' } })) === undefined
}

test('null and empty values are left out, and others are written as text', () => {
  const { records } = readName({
    text_records: { a: null, b: '', c: 3, d: false, e: 'f' },
    coin_types: { '0': null, '2': '', '3': 'g' },
  })
  expect(records).toEqual({
    contenthash: '',
    texts: [
      { key: 'c', value: '3' },
      { key: 'd', value: 'false' },
      { key: 'e', value: 'f' },
    ],
    addresses: [{ coinType: 3, address: 'g' }],
  })
})

const hex = '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f'
const ipns = 'ipns://k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8'

test('a content hash is a URI, or hex in binary form', () => {
  const read = (contenthash: unknown) => readName({ contenthash }).records.contenthash
  for (const text of [ipfs, ipns, hex, `0x${hex.slice(2).toUpperCase()}`]) expect(read(text)).toBe(text)
  for (const wrong of [1, {}, 'x', '0x', '0xe3', `${hex}0`, `${hex}zz`, hex.slice(2)])
    expect([wrong, problemOf(() => read(wrong))]).toEqual([wrong, 'Invalid contenthash'])
})

const longKey = 'k'.repeat(41)

test.each([
  [{ address: 1 }, 'address: is not text'],
  [{ address: {} }, 'address: is not text'],
  [{ text_records: 'a' }, 'text_records: is not an object of texts'],
  [{ text_records: [] }, 'text_records: is not an object of texts'],
  [{ coin_types: [] }, 'coin_types: is not an object of texts'],
  [{ text_records: { [longKey]: {} } }, `text_records: "${'k'.repeat(40)}" is not text`],
  [{ coin_types: { 60: [] } }, 'coin_types: "60" is not text'],
  [
    { coin_types: { [longKey]: 'a' } },
    `coin_types: "${'k'.repeat(40)}" is not a coin type, which is a whole number as text`,
  ],
  [{ coin_types: { '1.5': 'a' } }, 'coin_types: "1.5" is not a coin type, which is a whole number as text'],
  [{ coin_types: { '8453': 'a' } }, expect.stringMatching(/^coin_types: "8453" is the id of the chain/)],
  [{ coin_types: { '-1': 'a' } }, expect.stringMatching(/^coin_types: "-1" (?!is not a coin type, which)/)],
])('a name is refused with %j', (fields, problem) => {
  expect(problemOf(() => readName(fields))).toEqual(problem)
})

test('a text that is required is a text of the object itself', () => {
  expect(requireText({ name: 'alice' }, 'name')).toBe('alice')
  for (const fields of [
    {},
    { name: '' },
    { name: null },
    { name: 1 },
    Object.create({ name: 'a' }) as object,
  ])
    expect(problemOf(() => requireText({ ...{}, ...fields }, 'name'))).toBe('Missing name')
  expect(problemOf(() => requireText(Object.create({ name: 'a' }) as Query, 'name', 'No.'))).toBe('No.')
})

test('a parameter is the text that is sent, or the first one that is not empty', () => {
  expect(queryText({ query: { a: '' } }, 'a')).toBe('')
  expect(queryText({ query: { a: 'b' } }, 'a')).toBe('b')
  expect(queryText({ query: { a: ['', 'b', 'c'] } }, 'a')).toBe('b')
  expect(queryText({ query: {} }, 'a')).toBeUndefined()
  expect(queryText({ query: Object.create({ a: 'b' }) as Query }, 'a')).toBeUndefined()
})

test.each([
  ['1', true],
  ['true', true],
  ['TRUE', true],
  ['0', false],
  ['false', false],
  ['False', false],
  ['', undefined],
  ['2', undefined],
  ['yes', undefined],
])('the flag %j is %j', (text, flag) => {
  expect(queryFlag({ query: { flag: text } }, 'flag')).toBe(flag)
})

test('a flag of a body is set by what JSON and forms write', () => {
  for (const value of [true, 1, '1', 'true']) expect([value, isSet(value)]).toEqual([value, true])
  for (const value of [false, 0, 2, '0', 'false', '', 'TRUE', null, undefined, {}])
    expect([value, isSet(value)]).toEqual([value, false])
})

test.each<[query: Query, limit: number, offset: number]>([
  [{}, 50, 0],
  [{ limit: '0', offset: '1' }, 0, 1],
  [{ limit: '999' }, 999, 0],
  [{ limit: '1000' }, 1000, 0],
  [{ limit: '1001' }, 1000, 0],
  [{ offset: '999999999999999' }, 50, 999_999_999_999_999],
])('the page of %j', (query, limit, offset) => {
  expect(readPage({ query })).toEqual({ limit, offset })
})

test.each(['limit', 'offset'])('%s is a whole number of at most 15 digits', (name) => {
  for (const text of ['', ' 1', '-1', '1.5', '1e2', '0x1', 'a', '1000000000000000'])
    expect([text, problemOf(() => readPage({ query: { [name]: text } }))]).toEqual([
      text,
      `Invalid ${name} parameter`,
    ])
})

test('each text has a normal form, or the words of the endpoint are sent', () => {
  expect(problemOf(() => assertNormalizable(['alice', 'demo.eth']))).toBeUndefined()
  expect(problemOf(() => assertNormalizable(['alice', 'a b']))).toBe('Invalid ens name')
  expect(problemOf(() => assertNormalizable(['a b', 'alice'], 'No.'))).toBe('No.')
})
