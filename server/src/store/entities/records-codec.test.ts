import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoint } from '../../../test/support/arbitrary-text.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { decodeInlineRecords, decodeRecords, encodeRecords } from './records-codec.ts'

const hex = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)

const records = fc
  .record({
    texts: fc.array(
      fc.record({ key: fc.string({ unit: codePoint }), value: fc.string({ unit: codePoint }) }),
    ),
    addresses: fc.array(fc.record({ coinType: fc.nat(2 ** 32 - 1), address: hex })),
    contenthash: fc.option(hex),
  })
  .map((some): Records => ({ ...emptyRecords, ...some }))

it('rule: records are decoded as they were encoded, in their order', () => {
  fc.assert(
    fc.property(records, (some) => {
      expect(decodeRecords(encodeRecords(some))).toEqual(some)
    }),
  )
})

it('rule: an address that several coins have is stored once', () => {
  const address = `0x${'ab'.repeat(20)}` as const
  const addresses = [60, 2 ** 31, 0].map((coinType) => ({ coinType, address }))
  const encoded = encodeRecords({ ...emptyRecords, addresses })
  expect(encoded.records).toBe('[[],[60,"q6urq6urq6urq6urq6urq6urq6s",2147483648,0,0,0]]')
  expect(decodeRecords(encoded).addresses).toEqual(addresses)
})

it('rule: texts above 8 KiB are not among the records that every lookup reads', () => {
  const withText = (length: number) =>
    encodeRecords({
      ...emptyRecords,
      texts: [{ key: 'a', value: 'x'.repeat(length) }],
      contenthash: '0x01',
    })
  const [small, large] = [withText(8192 - 8), withText(8192 - 7)]
  expect(small.largeTexts).toBeNull()
  expect(decodeInlineRecords(large.records)).toEqual({
    ...emptyRecords,
    texts: undefined,
    contenthash: '0x01',
  })
  expect(decodeRecords(large).texts).toEqual([{ key: 'a', value: 'x'.repeat(8185) }])
})
