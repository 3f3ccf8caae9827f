import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultRecordLimits } from './record-limits.ts'
import { mergeRecords } from './records.ts'
import { emptyRecords, type Records } from './stored-records.ts'

const invalidRecord = expect.objectContaining({ name: 'InvalidRecordException', status: 400 })

const stored: Records = {
  ...emptyRecords,
  texts: [
    { key: 'url', value: 'u' },
    { key: 'avatar', value: 'a' },
    { key: 'email', value: 'e' },
  ],
  addresses: [
    { coinType: 60, address: '0x01' },
    { coinType: 0, address: '0x02' },
  ],
  contenthash: '0xe3',
}

test('rule: a replaced record keeps its position, a new one goes last, a deleted one is removed', () => {
  const changes = {
    texts: new Map([
      ['avatar', 'b'],
      ['url', null],
      ['phone', 'p'],
    ]),
    addresses: new Map([[60, '0x03' as const]]),
  }
  expect(mergeRecords(stored, changes)).toEqual({
    ...stored,
    texts: [
      { key: 'avatar', value: 'b' },
      { key: 'email', value: 'e' },
      { key: 'phone', value: 'p' },
    ],
    addresses: [
      { coinType: 60, address: '0x03' },
      { coinType: 0, address: '0x02' },
    ],
  })
})

test('rule: records that the changes do not list stay', () => {
  expect(mergeRecords(stored, {})).toEqual(stored)
  expect(mergeRecords(stored, {}, defaultRecordLimits, { replace: true })).toEqual(stored)
})

test('rule: null removes the content hash', () => {
  expect(mergeRecords(stored, { contenthash: null }).contenthash).toBeNull()
})

test('rule: removing an absent record changes nothing', () => {
  expect(mergeRecords(stored, { texts: new Map([['none', null]]) })).toEqual(stored)
})

test('rule: with replace, a supplied list replaces the stored one', () => {
  const changes = { texts: new Map([['email', 'f']]), addresses: new Map() }
  expect(mergeRecords(stored, changes, defaultRecordLimits, { replace: true })).toEqual({
    ...stored,
    texts: [{ key: 'email', value: 'f' }],
    addresses: [],
  })
})

test('400 for more than 256 records of a kind, counted after the merge', () => {
  const many = Array.from({ length: 256 }, (_, index) => [`k${index}`, 'v'] as const)
  const full = mergeRecords({ ...stored, texts: [] }, { texts: new Map(many) })
  expect(full.texts).toHaveLength(256)
  expect(() => mergeRecords(full, { texts: new Map([['one more', 'v']]) })).toThrow(invalidRecord)
  const swapped = new Map([
    ['k0', null],
    ['one more', 'v'],
  ])
  expect(mergeRecords(full, { texts: swapped }).texts).toHaveLength(256)
})

test('400 with the numbers for records above the total size', () => {
  const limits = { ...defaultRecordLimits, total: 100 }
  const full = mergeRecords(emptyRecords, { texts: new Map([['k', 'v'.repeat(99)]]) }, limits)
  expect(() => mergeRecords(full, { texts: new Map([['ü', 'x']]) }, limits)).toThrow(
    expect.objectContaining({ name: 'InvalidRecordException', message: expect.stringMatching(/100 .+ 103/) }),
  )
})

test('rule: records that are too large already may shrink or keep their size, and not grow', () => {
  const limits = { ...defaultRecordLimits, total: 10 }
  const texts = ['a', 'b', 'c'].map((key) => ({ key, value: 'v'.repeat(20) }))
  const stored = { ...emptyRecords, texts }
  const smaller = mergeRecords(stored, { texts: new Map([['a', 'w'.repeat(19)]]) }, limits)
  expect(smaller.texts).toHaveLength(3)
  const replaced = mergeRecords(smaller, { texts: new Map([['d', 'v'.repeat(61)]]) }, limits, {
    replace: true,
  })
  expect(replaced.texts).toHaveLength(1)
  expect(mergeRecords(stored, { texts: new Map([['a', 'w'.repeat(20)]]) }, limits).texts).toHaveLength(3)
  expect(() => mergeRecords(stored, { texts: new Map([['a', 'w'.repeat(21)]]) }, limits)).toThrow(
    invalidRecord,
  )
  expect(() => mergeRecords(stored, { contenthash: '0xe3' }, limits)).toThrow(invalidRecord)
})

test('property: applying the same changes twice equals applying them once', () => {
  const changes = fc
    .array(
      fc.tuple(fc.constantFrom('url', 'avatar', 'email', 'x', 'y'), fc.option(fc.string({ minLength: 1 }))),
    )
    .map((entries) => ({ texts: new Map(entries) }))
  fc.assert(
    fc.property(changes, fc.boolean(), (change, replace) => {
      const once = mergeRecords(stored, change, defaultRecordLimits, { replace })
      expect(mergeRecords(once, change, defaultRecordLimits, { replace })).toEqual(once)
    }),
  )
})
