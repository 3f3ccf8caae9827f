import { expect, test } from 'vitest'
import { parseRecordChanges } from './records.ts'

const invalidRecord = expect.objectContaining({ name: 'InvalidRecordException', status: 400 })

const checksummed = '0x314159265dD8dbb310642f98f50C066173C1259b'
const binary = '0x314159265dd8dbb310642f98f50c066173c1259b'

test('rule: records are parsed into their stored form, in the given order', () => {
  const changes = parseRecordChanges({
    texts: [
      { key: 'url', value: 'https://example.org' },
      { key: 'agent-registration[eip155:1][7]', value: '1' },
    ],
    addresses: [{ coinType: 60, address: checksummed }],
    contenthash: 'ipfs://QmRAQB6YaCyidP37UdDnjFY5vQuiBrcqdyoW1CuDgwxkD4',
  })
  expect([...(changes.texts ?? [])]).toEqual([
    ['url', 'https://example.org'],
    ['agent-registration[eip155:1][7]', '1'],
  ])
  expect([...(changes.addresses ?? [])]).toEqual([[60, binary]])
  expect(changes.contenthash).toBe(
    '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f',
  )
})

test('rule: an empty string removes a record', () => {
  const changes = parseRecordChanges({
    texts: [{ key: 'url', value: '' }],
    addresses: [{ coinType: 60, address: '' }],
    contenthash: '',
  })
  expect(changes).toEqual({
    texts: new Map([['url', null]]),
    addresses: new Map([[60, null]]),
    contenthash: null,
  })
})

test('rule: an absent list of records changes nothing', () => {
  expect(parseRecordChanges({})).toEqual({})
  expect(parseRecordChanges({ addresses: [{ coinType: 60 }] }).addresses).toEqual(new Map())
})

test('rule: a repeated record with the same value is accepted', () => {
  const twice = parseRecordChanges({
    texts: [
      { key: 'url', value: 'x' },
      { key: 'url', value: 'x' },
    ],
    addresses: [
      { coinType: 60, address: checksummed },
      { coinType: 60, address: binary },
    ],
  })
  expect(twice).toEqual({ texts: new Map([['url', 'x']]), addresses: new Map([[60, binary]]) })
})

function text(key: string, value = 'x') {
  return { texts: [{ key, value }] }
}

test.each([
  ['an empty text key', text('')],
  ['a text key of 257 bytes', text('k'.repeat(257))],
  ['a text value of 16,385 bytes', text('k', 'v'.repeat(16_385))],
  ['NUL in a text key', text('a\0')],
  ['NUL in a text value', text('a', 'b\0')],
  ['half a surrogate pair', text('a', '\ud83d')],
  ['two values of one text key', { texts: [...text('a', '1').texts, ...text('a', '2').texts] }],
  ['a value and a removal of one text key', { texts: [...text('a', '1').texts, ...text('a', '').texts] }],
  [
    'two addresses of one coin type',
    {
      addresses: [
        { coinType: 60, address: binary },
        { coinType: 60, address: '' },
      ],
    },
  ],
  ['an invalid address', { addresses: [{ coinType: 60, address: '0x12' }] }],
  ['an unknown coin type that is no 32-bit number', { addresses: [{ coinType: 2 ** 32, address: binary }] }],
  ['an invalid content hash', { contenthash: 'walrus://x' }],
])('400 for %s', (_, input) => {
  expect(() => parseRecordChanges(input)).toThrow(invalidRecord)
})

test('rule: lengths count bytes in UTF-8, not characters', () => {
  const longest = text('👍'.repeat(64), '👍'.repeat(4096))
  expect(parseRecordChanges(longest).texts?.size).toBe(1)
  expect(() => parseRecordChanges(text('ü'.repeat(129)))).toThrow(
    'at most 256 bytes in UTF-8; this one has 258',
  )
  expect(() => parseRecordChanges(text('k', '👍'.repeat(4097)))).toThrow('at most 16384 bytes')
})

test('rule: the limits can be set', () => {
  const limits = { textKey: 2, textValue: 3, perKind: 1, total: 10 }
  expect(() => parseRecordChanges(text('abc'), limits)).toThrow('at most 2 bytes')
  expect(() => parseRecordChanges(text('ab', 'abcd'), limits)).toThrow('at most 3 bytes')
})
