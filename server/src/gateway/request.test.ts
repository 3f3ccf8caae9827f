import fc from 'fast-check'
import { encodeFunctionData, type Hex, namehash as viemNamehash } from 'viem'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../test/support/arbitrary-text.ts'
import { encodeResolve, encodeTextCall, resolverAbi } from '../../test/support/gateway/calls.ts'
import { fromHex, toHex } from '../crypto/hex.ts'
import { namehash } from '../ens/names.ts'
import { encodeResult } from './encode-result.ts'
import { assertNodesMatch, decodeRequest, gatewayLimits, readsTexts } from './request.ts'

const badRequest = expect.objectContaining({ name: 'BadRequestException', status: 400 })

const name = 'alice.demo.eth'
const node = viemNamehash(name)
const addrCall = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] })
function multicall(calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [calls] })
}

/** Replaces the word at a byte offset of call data. */
function withWord(data: Uint8Array, at: number, word: string): Uint8Array {
  const changed = Uint8Array.from(data)
  changed.set(Buffer.from(word.padStart(64, '0'), 'hex'), at)
  return changed
}

/** Changes the number of items that multicall call data claims to have. */
function withCount(call: Hex, count: number): Hex {
  return toHex(withWord(fromHex(call), 4 + 32, count.toString(16)))
}

/** Changes the length that the key in the call data of `text` claims to have. */
function withKeyLength(call: Hex, length: number): Hex {
  return toHex(withWord(fromHex(call), 4 + 64, length.toString(16)))
}

describe('decodeRequest', () => {
  test('rule: a request is a name and a record call about it', () => {
    const request = decodeRequest(encodeResolve(name, addrCall))
    expect(request.name).toBe(name)
    expect(request.labels).toEqual(['alice', 'demo', 'eth'])
    expect(request.query).toMatchObject({ type: 'ethAddress' })
    expect(() => assertNodesMatch(request, namehash(name))).not.toThrow()
  })

  test('rule: a multicall keeps the order of its calls', () => {
    const calls = ['avatar', 'url', 'email'].map((key) => encodeTextCall(name, key))
    const { query } = decodeRequest(encodeResolve(name, multicall(calls)))
    expect(query).toMatchObject({
      type: 'multicall',
      calls: [
        { type: 'text', key: 'avatar' },
        { type: 'text', key: 'url' },
        { type: 'text', key: 'email' },
      ],
    })
  })

  test('rule: unknown functions and a multicall inside a multicall are unsupported items', () => {
    const { query } = decodeRequest(encodeResolve(name, multicall(['0x12345678', multicall([addrCall])])))
    expect(query).toEqual({
      type: 'multicall',
      calls: [
        { type: 'unsupported', selector: 0x12345678 },
        { type: 'unsupported', selector: 0xac9650d8 },
      ],
    })
  })

  test('rule: no name can have a coin type beyond 2^32-1', () => {
    const coinTypeOf = (coinType: bigint) =>
      decodeRequest(
        encodeResolve(
          name,
          encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, coinType] }),
        ),
      ).query
    expect(coinTypeOf(2n ** 32n - 1n)).toMatchObject({ type: 'address', coinType: 2 ** 32 - 1 })
    expect(coinTypeOf(2n ** 32n)).toMatchObject({ type: 'address', coinType: null })
    expect(coinTypeOf(2n ** 256n - 1n)).toMatchObject({ type: 'address', coinType: null })
  })

  test('400 for a multicall of more items than the limit', () => {
    const request = (count: number) => encodeResolve(name, multicall(Array(count).fill(addrCall)))
    expect(decodeRequest(request(gatewayLimits.maxMulticallItems)).query).toHaveProperty('calls.length', 256)
    expect(() => decodeRequest(request(gatewayLimits.maxMulticallItems + 1))).toThrow(badRequest)
    expect(() => decodeRequest(request(2), { maxMulticallItems: 1 })).toThrow(badRequest)
  })

  const good = encodeResolve(name, addrCall)
  const text = encodeResolve(name, encodeTextCall(name, 'é'))
  test.each<[string, Uint8Array]>([
    ['no bytes', new Uint8Array()],
    ['half a selector', good.subarray(0, 3)],
    ['another function than resolve', fromHex(addrCall)],
    ['a selector alone', good.subarray(0, 4)],
    ['a name offset behind the end', withWord(good, 4, 'ffff')],
    ['a name offset of more than 32 bits', withWord(good, 4, `1${'0'.repeat(16)}`)],
    ['a name length behind the end', withWord(good, 4 + 64, 'ffff')],
    ['a record call without its node', encodeResolve(name, '0x3b3b57de')],
    ['a record call without a selector', encodeResolve(name, '0x3b3b')],
    ['a coin type call without its coin type', encodeResolve(name, `0xf1cb7e06${node.slice(2)}`)],
    [
      'a text key longer than its call',
      encodeResolve(name, withKeyLength(encodeTextCall(name, 'avatar'), 33)),
    ],
    ['a text key that is not UTF-8', Buffer.from(toHex(text).slice(2).replace('c3a9', 'ffff'), 'hex')],
    ['a multicall with a malformed item', encodeResolve(name, multicall([addrCall, '0x3b3b57de']))],
    [
      'a multicall that counts more items than it has',
      encodeResolve(name, withCount(multicall([addrCall]), 2)),
    ],
  ])('400 for %s', (_, callData) => {
    expect(() => decodeRequest(callData)).toThrow(badRequest)
  })
})

describe('checkNodes', () => {
  const foreign = encodeTextCall('bob.demo.eth', 'avatar')

  test('400 for a call about the node of another name', () => {
    const request = decodeRequest(encodeResolve(name, foreign))
    expect(() => assertNodesMatch(request, namehash(name))).toThrow(badRequest)
  })

  test('400 for a multicall with one item about the node of another name', () => {
    const request = decodeRequest(encodeResolve(name, multicall([addrCall, foreign])))
    expect(() => assertNodesMatch(request, namehash(name))).toThrow(badRequest)
  })

  test('rule: an upper-case name is a separate name with its own node', () => {
    const upper = 'ALICE.demo.eth'
    const request = decodeRequest(encodeResolve(upper, encodeTextCall(upper, 'avatar')))
    expect(request.name).toBe(upper)
    expect(() => assertNodesMatch(request, namehash(upper))).not.toThrow()
    expect(() => assertNodesMatch(request, namehash(name))).toThrow(badRequest)
  })

  test('rule: calls without a node pass', () => {
    const calls = multicall(['0x95a3be99', '0x12345678', addrCall])
    expect(() => assertNodesMatch(decodeRequest(encodeResolve(name, calls)), namehash(name))).not.toThrow()
  })
})

describe('offsets of a multicall', () => {
  /** A multicall of `count` items, all of whose offsets point to one and the same call. */
  const repeated = (call: Hex, count: number): Hex => {
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const bytes = (call.length - 2) / 2
    const padded = call.slice(2).padEnd(Math.ceil(bytes / 32) * 64, '0')
    const offsets = word(32 * count).repeat(count)
    return `0xac9650d8${word(32)}${word(count)}${offsets}${word(bytes)}${padded}`
  }
  const decode = (call: Hex, count: number) => decodeRequest(encodeResolve(name, repeated(call, count))).query

  test('rule: several offsets may point to one item', () => {
    const call = encodeTextCall(name, 'url')
    expect(decode(call, 256)).toEqual(
      decodeRequest(encodeResolve(name, multicall(Array(256).fill(call)))).query,
    )
  })

  test('rule: the items may have as many bytes together as the largest request, and not one more', () => {
    const unknown = (bytes: number) => `0x12345678${'00'.repeat(bytes - 4)}` as const
    expect(decode(unknown(512), 256)).toMatchObject({ type: 'multicall' })
    for (const call of [unknown(513), unknown(600)]) expect(() => decode(call, 256)).toThrow(badRequest)
    expect(() => decode(unknown(131_073), 1)).toThrow(badRequest)
    expect(decode(unknown(131_072), 1)).toMatchObject({ type: 'multicall' })
  })

  test('400 when the items, each counted as often as it is pointed to, have more bytes than any request', () => {
    expect(() => decode(encodeTextCall(name, 'k'.repeat(600)), 256)).toThrow(badRequest)
  })
})

const callsByWhetherTextsMatter = {
  without: [
    addrCall,
    encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, 0n] }),
    encodeFunctionData({ abi: resolverAbi, functionName: 'hasAddr', args: [node, 60n] }),
    encodeFunctionData({ abi: resolverAbi, functionName: 'contenthash', args: [node] }),
    encodeFunctionData({ abi: resolverAbi, functionName: 'name', args: [node] }),
    encodeFunctionData({ abi: resolverAbi, functionName: 'setText', args: [node, 'url', 'x'] }),
  ],
  with: [
    encodeTextCall(name, 'url'),
    encodeFunctionData({ abi: resolverAbi, functionName: 'supportedTextKeys', args: [node] }),
    encodeFunctionData({ abi: resolverAbi, functionName: 'records' }),
  ],
}

test('property: the texts of a name are read exactly where the result depends on them', () => {
  const all = [...callsByWhetherTextsMatter.without, ...callsByWhetherTextsMatter.with]
  const records = { addresses: [], contenthash: null, texts: [{ key: 'url', value: 'x' }] }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 4 }), (calls) => {
      for (const call of [multicall(calls), ...calls]) {
        const { query } = decodeRequest(encodeResolve(name, call))
        const [held, none] = [records, { ...records, texts: [] }].map((some) => encodeResult(query, some))
        expect(readsTexts(query)).toBe(toHex(held as Uint8Array) !== toHex(none as Uint8Array))
      }
    }),
  )
})

describe('properties', () => {
  const label = fc.stringMatching(/^[a-z0-9é日]{1,12}$/u)
  const nameOf = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
  const key = fc.string({ unit: codePoint, maxLength: 80 })

  test('property: a request encoded by viem is decoded to the same calls', () => {
    fc.assert(
      fc.property(nameOf, fc.array(key, { maxLength: 5 }), (asked, keys) => {
        const calls = keys.map((text) => encodeTextCall(asked, text))
        const request = decodeRequest(encodeResolve(asked, multicall(calls)))
        expect(request.name).toBe(asked)
        expect(request.query).toMatchObject({ calls: keys.map((text) => ({ type: 'text', key: text })) })
        expect(() => assertNodesMatch(request, namehash(asked))).not.toThrow()
      }),
    )
  })

  test('property: what has another selector than resolve(bytes,bytes) is refused, whatever follows', () => {
    const good = encodeResolve(name, addrCall)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (selector) => {
        fc.pre(toHex(selector) !== '0x9061b923')
        const changed = Buffer.concat([selector, good.subarray(4)])
        expect(() => decodeRequest(changed)).toThrow('is not a call of resolve(bytes,bytes)')
      }),
    )
  })

  const requests = [
    addrCall,
    encodeTextCall(name, 'avatar'),
    multicall([addrCall, encodeTextCall(name, 'url')]),
  ]
  const mutated = fc
    .tuple(
      fc.constantFrom(...requests.map((call) => encodeResolve(name, call))),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 4 }),
      fc.option(fc.nat()),
    )
    .map(([request, changes, cut]) => {
      const changed = Uint8Array.from(request)
      for (const [at, byte] of changes) changed[at % changed.length] = byte
      return cut === null ? changed : changed.subarray(0, cut % changed.length)
    })
  const selected = fc
    .uint8Array({ maxLength: 300 })
    .map((bytes) => Buffer.concat([fromHex('0x9061b923'), bytes]))

  test('property: any bytes are decoded or rejected with 400', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, selected, fc.uint8Array()), (callData) => {
        try {
          expect(decodeRequest(callData).labels.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toEqual(badRequest)
        }
      }),
      { numRuns: 5000 },
    )
  })
})
