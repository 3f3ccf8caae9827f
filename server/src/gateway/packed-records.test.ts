import fc from 'fast-check'
import { encodeAbiParameters, type Hex, namehash, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../crypto/hex.ts'
import { defaultEvmCoinType, ethCoinType } from '../ens/coin-types.ts'
import { effectiveAddress, isZeroAddress, type Records, storedAddress } from '../ens/stored-records.ts'
import { encodePackedResult } from './encode-result.ts'
import { PackedRecords, packRecords } from './packed-records.ts'
import type { RecordCall } from './record-call.ts'

const node = fromHex(namehash('alice.demo.eth'))

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map(toHex)

const address = fc.oneof(
  fc.constant(`0x${'00'.repeat(20)}` as const),
  fc.constant(`0x${'a1'.repeat(20)}` as const),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex),
  bytes(64),
)

const coinType = fc.oneof(
  fc.constantFrom(
    0,
    ethCoinType,
    127,
    128,
    0x7fffffff,
    defaultEvmCoinType,
    defaultEvmCoinType + 10,
    0xffffffff,
  ),
  fc.nat(0xffffffff),
)

const key = fc.oneof(
  fc.constantFrom('avatar', 'avatar2', 'url', 'com.github', 'eth.ens.delegate', 'é', '🦊', 'a'.repeat(200)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
)

const value = fc.oneof(
  { weight: 10, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()) },
  { weight: 1, arbitrary: fc.integer({ min: 30, max: 2000 }).map((length) => '🦊'.repeat(length)) },
)

const records: fc.Arbitrary<Records> = fc.record({
  texts: fc.uniqueArray(fc.record({ key, value }), {
    selector: ({ key }) => key,
    maxLength: 250,
    size: 'medium',
  }),
  addresses: fc.uniqueArray(fc.record({ coinType, address }), {
    selector: ({ coinType }) => coinType,
    maxLength: 250,
    size: 'medium',
  }),
  contenthash: fc.option(fc.uint8Array({ minLength: 1, maxLength: 100 }).map(toHex)),
})

/** Present and absent ones, in any order. */
function callsAbout({ texts, addresses }: Records): fc.Arbitrary<readonly RecordCall[]> {
  const keys = fc.oneof(key, ...(texts.length > 0 ? [fc.constantFrom(...texts.map(({ key }) => key))] : []))
  const coinTypes = fc.oneof(
    fc.option(coinType),
    ...(addresses.length > 0 ? [fc.constantFrom(...addresses.map(({ coinType }) => coinType))] : []),
  )
  const call: fc.Arbitrary<RecordCall> = fc.oneof(
    keys.map((key) => ({ type: 'text', node, key }) as const),
    fc
      .record({ type: fc.constantFrom('address' as const, 'hasAddress' as const), coinType: coinTypes })
      .map((asked) => ({ ...asked, node })),
    fc
      .constantFrom('ethAddress' as const, 'contenthash' as const, 'textKeys' as const)
      .map((type) => ({ type, node })),
    fc.constantFrom<RecordCall>(
      { type: 'recordList' },
      { type: 'unsupported', selector: 0xdeadbeef },
      { type: 'unset', node, emptyResult: new Uint8Array(32) },
    ),
  )
  return fc.array(call, { maxLength: 20 })
}

const bytesType = parseAbiParameters('bytes')
const listType = parseAbiParameters('string[]')

/** By viem, out of the records as objects. */
function expectedOf(call: RecordCall, held: Records): Hex {
  const listed = held.addresses.filter((record) => !isZeroAddress(record))
  const textKeys = held.texts.map(({ key }) => key)
  switch (call.type) {
    case 'ethAddress': {
      const found = (effectiveAddress(held, ethCoinType) ?? '0x').slice(2, 42).padEnd(40, '0')
      return `0x${found.padStart(64, '0')}`
    }
    case 'address':
      return encodeAbiParameters(bytesType, [effectiveAddress(held, call.coinType) ?? '0x'])
    case 'hasAddress':
      return encodeAbiParameters(parseAbiParameters('bool'), [storedAddress(held, call.coinType) !== null])
    case 'text': {
      const found = held.texts.find(({ key }) => key === call.key)
      return encodeAbiParameters(parseAbiParameters('string'), [found?.value ?? ''])
    }
    case 'contenthash':
      return encodeAbiParameters(bytesType, [held.contenthash ?? '0x'])
    case 'textKeys':
      return encodeAbiParameters(listType, [textKeys])
    case 'recordList':
      return encodeAbiParameters(listType, [
        [...listed.map(({ coinType }) => `addr(${coinType})`), ...textKeys.map((key) => `text(${key})`)],
      ])
    case 'unset':
      return toHex(call.emptyResult)
    case 'unsupported':
      return `0x7b1c461b${call.selector.toString(16).padEnd(64, '0')}`
  }
}

const asked = records.chain((held) => fc.record({ held: fc.constant(held), calls: callsAbout(held) }))

test('property: records as bytes, anywhere in others, give what the records give, byte by byte', () => {
  fc.assert(
    fc.property(asked, fc.uint8Array({ maxLength: 20 }), ({ held, calls }, before) => {
      const packed = Buffer.concat([before, packRecords(held), Buffer.alloc(3, 0xff)])
      const found = new PackedRecords(packed, before.length)
      const expected = calls.map((call) => expectedOf(call, held))
      for (const [index, call] of calls.entries())
        expect(toHex(encodePackedResult(call, found))).toBe(expected[index])
      const all = encodePackedResult({ type: 'multicall', calls }, found)
      expect(toHex(all)).toBe(encodeAbiParameters(parseAbiParameters('bytes[]'), [expected]))
    }),
    { numRuns: 300 },
  )
})

test('rule: records that are replaced are not read', () => {
  const packed = packRecords({ texts: [{ key: 'url', value: 'x' }], addresses: [], contenthash: null })
  let isValid = true
  const found = new PackedRecords(packed, 0, () => {
    if (!isValid) throw new Error('replaced')
  })
  expect(found.text('url')).toBeDefined()
  isValid = false
  expect(() => found.text('url')).toThrow('replaced')
  expect(() => found.contenthash()).toThrow('replaced')
})
