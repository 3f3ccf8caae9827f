import fc from 'fast-check'
import { encodeFunctionData, encodeFunctionResult, type Hex, namehash } from 'viem'
import { expect, test } from 'vitest'
import { encodeResolve, resolverAbi } from '../../test/support/gateway/calls.ts'
import { fromHex } from '../crypto/hex.ts'
import type { Records } from '../ens/stored-records.ts'
import { encodeBytesArray } from './abi.ts'
import { encodeResult, encodeUnsupported } from './encode-result.ts'
import { encodeMulticall, encodeResolveCall } from './former-result.ts'
import { decodeRequest } from './request.ts'
import { isResultOf, withEmptyValues } from './result-shape.ts'

const name = 'alice.demo.eth'
const node = namehash(name)
const encode = (functionName: string, args: readonly unknown[] = [node]): Hex =>
  encodeFunctionData({ abi: resolverAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
const calls = {
  address: encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] }),
  coin: encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, 60n] }),
  has: encode('hasAddr', [node, 60n]),
  text: encode('text', [node, 'url']),
  contenthash: encode('contenthash'),
  keys: encode('supportedTextKeys'),
  records: encode('records', []),
  name: encode('name'),
  pubkey: encode('pubkey'),
  ABI: encode('ABI', [node, 1n]),
  other: encode('setText', [node, 'a', 'b']),
}
const queryOf = (call: Hex | Uint8Array) =>
  decodeRequest(typeof call === 'string' ? encodeResolve(name, call) : encodeResolveCall(encodeWire(), call))
    .query
const encodeWire = () => Buffer.from('05616c6963650464656d6f0365746800', 'hex')

function wordOf(value: number): Buffer {
  const word = Buffer.alloc(32)
  word.writeUInt32BE(value, 28)
  return word
}

const records: fc.Arbitrary<Records | null> = fc.option(
  fc.record({
    addresses: fc.constantFrom([], [{ coinType: 60, address: `0x${'11'.repeat(20)}` as Hex }]),
    texts: fc.uniqueArray(fc.record({ key: fc.constantFrom('url', 'avatar'), value: fc.string() }), {
      selector: ({ key }) => key,
    }),
    contenthash: fc.constantFrom<Hex | null>(null, '0xe30101701220'),
  }),
)
const anyCalls = fc.array(fc.constantFrom(...Object.values(calls)), { minLength: 1, maxLength: 6 })

test('property: whatever this gateway encodes is a result of its call, alone and in a multicall', () => {
  fc.assert(
    fc.property(anyCalls, records, (all, stored) => {
      for (const call of all)
        expect(isResultOf(queryOf(call), encodeResult(queryOf(call), stored))).toBe(true)
      const query = queryOf(encodeMulticall(all.map(fromHex)))
      const result = encodeResult(query, stored)
      expect(isResultOf(query, result)).toBe(true)
      expect(withEmptyValues(query, result)).toBe(result)
      const [, ...fewer] = all
      expect(isResultOf(queryOf(encodeMulticall(fewer.map(fromHex))), result)).toBe(false)
    }),
  )
})

test('property: no bytes that are not whole words are a result, and no OffchainLookup is, also as an item', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(calls)),
      fc.uint8Array({ maxLength: 200 }),
      (call, bytes) => {
        const query = queryOf(call)
        expect(isResultOf(query, new Uint8Array())).toBe(false)
        if (bytes.length % 32 !== 0 && bytes.length % 32 !== 4) expect(isResultOf(query, bytes)).toBe(false)
        const lookup = Buffer.concat([Buffer.from('556f1830', 'hex'), Buffer.alloc(32 * (bytes.length % 4))])
        expect(isResultOf(query, lookup)).toBe(false)
        const many = queryOf(encodeMulticall([fromHex(call)]))
        expect(isResultOf(many, lookup)).toBe(false)
        expect(isResultOf(many, encodeBytesArray([lookup]))).toBe(false)
        expect(isResultOf(many, encodeBytesArray([encodeUnsupported(1)]))).toBe(true)
      },
    ),
  )
})

test.each(['text', 'contenthash', 'coin', 'keys', 'records'] as const)(
  'property: a result of %s that points outside of itself is rejected',
  (kind) => {
    const query = queryOf(calls[kind])
    const valid = encodeResult(query, {
      addresses: [{ coinType: 60, address: `0x${'11'.repeat(20)}` }],
      texts: [{ key: 'url', value: 'x'.repeat(40) }],
      contenthash: '0xe30101701220',
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: valid.length / 32 }), fc.nat(1), (words, at) => {
        expect(isResultOf(query, valid.subarray(0, valid.length - 32 * words))).toBe(false)
        const outside = Buffer.from(valid)
        outside.writeUInt32BE(valid.length, 32 * at + 28)
        expect(isResultOf(query, outside)).toBe(false)
      }),
    )
  },
)

test('property: any bytes are a result of a call or none, alone and as the list of a multicall', () => {
  const many = queryOf(encodeMulticall([calls.text, calls.address].map(fromHex)))
  const valid = encodeResult(many, null)
  const words = fc.array(fc.constantFrom(0, 1, 2, 32, 64, 96, 2 ** 32 - 1), { maxLength: 8 })
  const fromWords = words.map((all) => Buffer.concat(all.map(wordOf)))
  const changed = fc
    .tuple(fc.nat(valid.length / 32 - 1), fc.constantFrom(0, 1, 31, 96, 2 ** 32 - 1))
    .map(([at, value]) => {
      const bytes = Buffer.from(valid)
      bytes.set(wordOf(value), 32 * at)
      return bytes
    })
  const huge = fc.nat(5).map((at) => Buffer.alloc(192).fill(0xff, 32 * at, 32 * at + 32))
  fc.assert(
    fc.property(
      fc.constantFrom(many, ...Object.values(calls).map(queryOf)),
      fc.oneof(fromWords, changed, huge, fc.uint8Array()),
      (query, bytes) => {
        expect(isResultOf(query, bytes)).toBeTypeOf('boolean')
        expect(withEmptyValues(query, bytes).length).toBeGreaterThanOrEqual(bytes.length)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('rule: whether there is an address is one word', () => {
  const query = queryOf(calls.has)
  expect([0, 1, 2].map((words) => isResultOf(query, Buffer.alloc(32 * words)))).toEqual([false, true, false])
})

test('rule: an address has twelve zero bytes, and one word', () => {
  const query = queryOf(calls.address)
  expect(isResultOf(query, Buffer.alloc(32, 1))).toBe(false)
  expect(isResultOf(query, Buffer.alloc(64))).toBe(false)
  const address = `0x${'11'.repeat(20)}` as const
  const result = encodeFunctionResult({ abi: resolverAbi, functionName: 'text', result: 'a' })
  expect(isResultOf(query, fromHex(result))).toBe(false)
  expect(isResultOf(query, fromHex(`0x${'00'.repeat(12)}${address.slice(2)}`))).toBe(true)
})

test('rule: no bytes for an absent record become its empty value, also as an item', () => {
  const query = queryOf(calls.text)
  expect(isResultOf(query, new Uint8Array())).toBe(false)
  expect(withEmptyValues(query, new Uint8Array())).toEqual(encodeResult(query, null))
  const many = queryOf(encodeMulticall([calls.text, calls.address].map(fromHex)))
  const filled = withEmptyValues(many, encodeBytesArray([new Uint8Array(), Buffer.alloc(32, 0)]))
  expect(filled).toEqual(encodeResult(many, null))
})
