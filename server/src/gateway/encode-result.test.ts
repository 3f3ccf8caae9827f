import fc from 'fast-check'
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  namehash,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../test/support/arbitrary-text.ts'
import { encodeResolve, encodeTextCall, resolverAbi } from '../../test/support/gateway/calls.ts'
import { toHex } from '../crypto/hex.ts'
import { formatAddress, parseAddress } from '../ens/address.ts'
import { defaultEvmCoinType } from '../ens/coin-types.ts'
import { recordsByteLength } from '../ens/records.ts'
import { emptyRecords, type Records } from '../ens/stored-records.ts'
import { encodeResult } from './encode-result.ts'
import { decodeRequest } from './request.ts'

const name = 'alice.demo.eth'
const node = namehash(name)
const own = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const fallback = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const contenthash = '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f'

const records: Records = {
  ...emptyRecords,
  texts: [
    { key: 'avatar', value: 'https://example.org/ä.png' },
    { key: 'com.github_app.demo.eth', value: 'x'.repeat(100) },
  ],
  addresses: [
    { coinType: 60, address: own },
    { coinType: 0, address: parseAddress(0, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa') },
    { coinType: defaultEvmCoinType, address: fallback },
  ],
  contenthash,
}
const onlyDefault: Records = { ...records, addresses: [{ coinType: defaultEvmCoinType, address: fallback }] }

function response(call: Hex, held: Records | null = records): Hex {
  return toHex(encodeResult(decodeRequest(encodeResolve(name, call)).query, held))
}

const addrCall = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] })
function coinCall(coinType: number | bigint): Hex {
  return encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, BigInt(coinType)] })
}
function addr(held: Records | null): Hex {
  return decodeFunctionResult({
    abi: parseAbi(['function addr(bytes32) view returns (address)']),
    data: response(addrCall, held),
  })
}
function addrOf(coinType: number | bigint, held: Records | null): Hex {
  return decodeFunctionResult({
    abi: parseAbi(['function addr(bytes32,uint256) view returns (bytes)']),
    data: response(coinCall(coinType), held),
  })
}
function hasAddr(coinType: number, held: Records): boolean {
  return decodeFunctionResult({
    abi: resolverAbi,
    functionName: 'hasAddr',
    data: response(
      encodeFunctionData({ abi: resolverAbi, functionName: 'hasAddr', args: [node, BigInt(coinType)] }),
      held,
    ),
  })
}
function text(key: string, held: Records | null): string {
  return decodeFunctionResult({
    abi: resolverAbi,
    functionName: 'text',
    data: response(encodeTextCall(name, key), held),
  })
}

describe('addresses', () => {
  test('rule: a stored address is returned by addr(node) and by coin type', () => {
    expect(addr(records)).toBe(getAddress(own))
    expect(addrOf(60, records)).toBe(own)
    expect(formatAddress(0, addrOf(0, records))).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  })

  test('rule: EVM coin types without their own address have the default one (ENSIP-19)', () => {
    expect(addr(onlyDefault)).toBe(getAddress(fallback))
    for (const coinType of [60, 2147492101, 4294967295, defaultEvmCoinType])
      expect(addrOf(coinType, onlyDefault)).toBe(fallback)
  })

  test('rule: the default address does not apply to other coins', () => {
    for (const coinType of [0, 61, 501, 2n ** 32n, 2n ** 255n + 60n])
      expect(addrOf(coinType, onlyDefault)).toBe('0x')
  })

  test('rule: an unset coin type is empty bytes, never the mainnet address', () => {
    const onlyMainnet = { ...records, addresses: [{ coinType: 60, address: own } as const] }
    expect(addrOf(2147492101, onlyMainnet)).toBe('0x')
    expect(addr(emptyRecords)).toBe(zeroAddress)
    expect(addrOf(60, emptyRecords)).toBe('0x')
  })

  test('rule: hasAddr is true for stored addresses only', () => {
    expect(hasAddr(60, records)).toBe(true)
    expect(hasAddr(60, onlyDefault)).toBe(false)
    expect(hasAddr(defaultEvmCoinType, onlyDefault)).toBe(true)
  })
})

describe('other records', () => {
  test('rule: texts are returned by key, empty when unset', () => {
    expect(text('avatar', records)).toBe('https://example.org/ä.png')
    expect(text('Avatar', records)).toBe('')
    expect(text('avatar', emptyRecords)).toBe('')
  })

  test('rule: the content hash is returned, empty when unset', () => {
    const call = encodeFunctionData({ abi: resolverAbi, functionName: 'contenthash', args: [node] })
    const decode = (data: Hex) =>
      decodeFunctionResult({ abi: resolverAbi, functionName: 'contenthash', data })
    expect(decode(response(call))).toBe(contenthash)
    expect(decode(response(call, emptyRecords))).toBe('0x')
  })

  test('rule: supportedTextKeys lists the keys in stored order', () => {
    const call = encodeFunctionData({ abi: resolverAbi, functionName: 'supportedTextKeys', args: [node] })
    const decode = (data: Hex) =>
      decodeFunctionResult({ abi: resolverAbi, functionName: 'supportedTextKeys', data })
    expect(decode(response(call))).toEqual(['avatar', 'com.github_app.demo.eth'])
    expect(decode(response(call, emptyRecords))).toEqual([])
  })

  test('rule: records() lists the stored addresses and texts', () => {
    const call = encodeFunctionData({ abi: resolverAbi, functionName: 'records' })
    const listed = decodeFunctionResult({ abi: resolverAbi, functionName: 'records', data: response(call) })
    expect(listed).toEqual([
      'addr(60)',
      'addr(0)',
      'addr(2147483648)',
      'text(avatar)',
      'text(com.github_app.demo.eth)',
    ])
  })

  const zeros = `0x${'00'.repeat(32)}` as const
  test.each([
    ['name', [node], ''],
    ['pubkey', [node], [zeros, zeros]],
    ['ABI', [node, 15n], [0n, '0x']],
    ['interfaceImplementer', [node, '0x01ffc9a7'], zeroAddress],
    ['data', [node, 'key'], '0x'],
    ['supportedDataKeys', [node], []],
    ['dnsRecord', [node, zeros, 1], '0x'],
    ['zonehash', [node], '0x'],
    ['recordVersions', [node], 0n],
  ] as const)('rule: %s, which names here never have, is empty', (functionName, args, value) => {
    const call = encodeFunctionData({ abi: resolverAbi, functionName, args })
    expect(decodeFunctionResult({ abi: resolverAbi, functionName, data: response(call) })).toEqual(value)
    expect(response(call)).toBe(encodeFunctionResult({ abi: resolverAbi, functionName, result: value }))
  })

  test('rule: a name that does not exist has empty records', () => {
    expect(addr(null)).toBe(zeroAddress)
    expect(addrOf(60, null)).toBe('0x')
    expect(text('avatar', null)).toBe('')
  })
})

describe('unsupported functions', () => {
  const unsupportedAbi = parseAbi(['error UnsupportedResolverProfile(bytes4 selector)'])
  const call = encodeFunctionData({ abi: resolverAbi, functionName: 'setText', args: [node, 'a', 'b'] })

  test('rule: an unknown function is error data with its selector', () => {
    const { args } = decodeErrorResult({ abi: unsupportedAbi, data: response(call) })
    expect(args).toEqual([toFunctionSelector('setText(bytes32,string,string)')])
  })

  test('rule: in a multicall a failed call fails its own item only', () => {
    const calls = encodeFunctionData({
      abi: resolverAbi,
      functionName: 'multicall',
      args: [[addrCall, call]],
    })
    const items = decodeFunctionResult({ abi: resolverAbi, functionName: 'multicall', data: response(calls) })
    expect(items).toEqual([response(addrCall), response(call)])
  })
})

describe('properties', () => {
  const evmAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes))
  const texts = fc.uniqueArray(
    fc.record({ key: fc.string({ minLength: 1 }), value: fc.string({ unit: codePoint, minLength: 1 }) }),
    {
      selector: ({ key }) => key,
    },
  )
  const addresses = fc.uniqueArray(
    fc.record({ coinType: fc.integer({ min: defaultEvmCoinType, max: 2 ** 32 - 1 }), address: evmAddress }),
    { selector: ({ coinType }) => coinType },
  )
  const held = fc
    .record({
      texts,
      addresses,
      contenthash: fc.option(fc.uint8Array({ minLength: 1 }).map(toHex)),
    })
    .map((some): Records => ({ ...emptyRecords, ...some }))

  test('property: results decode with viem to the stored records', () => {
    fc.assert(
      fc.property(held, (stored) => {
        for (const { key, value } of stored.texts) expect(text(key, stored)).toBe(value)
        for (const { coinType, address } of stored.addresses) expect(addrOf(coinType, stored)).toBe(address)
      }),
    )
  })

  test('property: a multicall returns the results of its calls, byte for byte as viem encodes them', () => {
    fc.assert(
      fc.property(held, (stored) => {
        const calls = [
          addrCall,
          encodeFunctionData({ abi: resolverAbi, functionName: 'contenthash', args: [node] }),
          encodeFunctionData({ abi: resolverAbi, functionName: 'supportedTextKeys', args: [node] }),
          ...stored.texts.map(({ key }) => encodeTextCall(name, key)),
          ...stored.addresses.map(({ coinType }) => coinCall(coinType)),
        ]
        const alone = calls.map((call) => response(call, stored))
        const multicall = encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [calls] })
        expect(response(multicall, stored)).toBe(
          encodeFunctionResult({ abi: resolverAbi, functionName: 'multicall', result: alone }),
        )
      }),
    )
  })
})

test('rule: repeated requests for one long text do not exceed a response of 256 KiB', () => {
  const held = { ...emptyRecords, texts: [{ key: 'long', value: '\u{1f512}'.repeat(4096) }] }
  const ask = (times: number) =>
    encodeFunctionData({
      abi: parseAbi(['function multicall(bytes[] calls) returns (bytes[])']),
      args: [Array.from({ length: times }, () => encodeTextCall(name, 'long'))],
    })
  expect(() => response(ask(8), held)).toThrow(/larger than 256 KiB/)
  const largest = response(ask(7), held)
  expect(largest.length).toBeGreaterThan(7 * 2 * 16_384)
  expect(largest.length).toBeLessThan(262_144 - 1024)
})

test('rule: all records of a name fit into one response', () => {
  const texts = Array.from({ length: 256 }, (_, index) => ({ key: `key-${index}`, value: 'v'.repeat(248) }))
  const calls = texts.map(({ key }) => encodeTextCall(name, key))
  const data = encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [calls] })
  expect(recordsByteLength({ ...emptyRecords, texts })).toBeGreaterThan(65_000)
  expect(response(data, { ...emptyRecords, texts }).length).toBeLessThan(262_144 - 1024)
})

test('rule: a result has 130560 bytes at most, alone and in a multicall', () => {
  const sizeOf = (call: Hex, length: number) =>
    (response(call, { ...emptyRecords, texts: [{ key: 'k', value: 'x'.repeat(length) }] }).length - 2) / 2
  const text = encodeTextCall(name, 'k')
  const multicall = (count: number) =>
    encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [Array(count).fill(text)] })
  // Offset and length before a text; in a multicall those of the list, and an offset and a length for each item, too.
  const largest = (count: number) => (130_560 - 64) / count - 128
  for (const [call, length] of [
    [text, 130_560 - 64],
    [multicall(1), largest(1)],
    [multicall(2), largest(2)],
  ] as const) {
    expect(sizeOf(call, length)).toBe(130_560)
    expect(() => sizeOf(call, length + 1)).toThrow(/larger than 256 KiB/)
  }
})
