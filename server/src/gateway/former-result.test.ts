import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  parseAbiParameters,
  recoverAddress,
  toHex,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { resolverAbi } from '../../test/support/gateway/calls.ts'
import { fromHex } from '../crypto/hex.ts'
import { emptyRecords } from '../ens/stored-records.ts'
import { createLocalSigner } from '../signing/local-signer.ts'
import { responseDigest, type SigningScheme, signingSchemes } from './digest.ts'
import { encodeResult } from './encode-result.ts'
import {
  decodeItems,
  encodeMulticall,
  encodeResolveCall,
  hasRecords,
  isErrorResult,
  splitMulticall,
} from './former-result.ts'
import { decodeRecordCall } from './record-call.ts'
import { recoverResponseSigner } from './recover-signer.ts'
import { decodeRequest } from './request.ts'

const abi = parseAbi([
  'function resolve(bytes name, bytes data)',
  'function multicall(bytes[] calls)',
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
])
const name = 'alice.demo.eth'
const node = namehash(name)
const dnsName = toHex(packetToBytes(name))
const addr = encodeFunctionData({ abi, functionName: 'addr', args: [node] })
const bitcoin = encodeFunctionData({ abi, functionName: 'addr', args: [node, 0n] })
const text = encodeFunctionData({ abi, functionName: 'text', args: [node, 'url'] })
const resolve = (data: Hex) => encodeFunctionData({ abi, functionName: 'resolve', args: [dnsName, data] })
const bytes = (value: Hex) => fromHex(encodeAbiParameters(parseAbiParameters('bytes'), [value]))
const word = (value: string) => fromHex(`0x${value.padStart(64, '0')}`)

const otherCalls = {
  ethAddress: addr,
  hasAddress: encodeFunctionData({ abi: resolverAbi, functionName: 'hasAddr', args: [node, 60n] }),
  address: bitcoin,
  text,
  contenthash: encodeFunctionData({ abi: resolverAbi, functionName: 'contenthash', args: [node] }),
  textKeys: encodeFunctionData({ abi: resolverAbi, functionName: 'supportedTextKeys', args: [node] }),
  recordList: encodeFunctionData({ abi: resolverAbi, functionName: 'records' }),
  unset: encodeFunctionData({ abi: resolverAbi, functionName: 'name', args: [node] }),
  unsupported: encodeFunctionData({ abi: resolverAbi, functionName: 'setText', args: [node, 'a', 'b'] }),
} as const

describe('whether a result has records', () => {
  test.each<[title: string, call: Hex, result: Uint8Array, expected: boolean]>([
    ['an address', addr, word('ab'), true],
    ['the zero address', addr, word('0'), false],
    ['an address of another coin', bitcoin, bytes('0x0014ab'), true],
    ['no address of another coin', bitcoin, bytes('0x'), false],
    ['twenty zero bytes', bitcoin, bytes(`0x${'00'.repeat(20)}`), false],
    ['a text', text, bytes('0x61'), true],
    ['an empty text', text, bytes('0x'), false],
    ['an error', text, fromHex(`0x7b1c461b${'0'.repeat(64)}`), false],
    ['nothing', text, new Uint8Array(), false],
    ['an offset outside of itself', text, word('ffff'), false],
  ])('%s', (_title, call, result, expected) => {
    expect(hasRecords(decodeRecordCall(Buffer.from(fromHex(call))), result)).toBe(expected)
  })

  test('rule: a multicall has records if one of its items has', () => {
    const { query } = decodeRequest(
      fromHex(resolve(encodeFunctionData({ abi, functionName: 'multicall', args: [[addr, text]] }))),
    )
    const results = (items: readonly Uint8Array[]) =>
      fromHex(encodeAbiParameters(parseAbiParameters('bytes[]'), [items.map((item) => toHex(item))]))
    expect(hasRecords(query, results([word('0'), bytes('0x61')]))).toBe(true)
    expect(hasRecords(query, results([word('0'), bytes('0x')]))).toBe(false)
    expect(hasRecords(query, results([]))).toBe(false)
    expect(hasRecords(query, word('ff'))).toBe(false)
    expect(decodeItems(results([word('1'), word('2')]))?.length).toBe(2)
  })
})

test.each(Object.entries(otherCalls))(
  'property: no error, no bytes that are not whole words and no list of keys that is cut has a record of %s',
  (_title, call) => {
    const query = decodeRecordCall(Buffer.from(fromHex(call)))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (some) => {
        fc.pre(some.length % 32 !== 0)
        expect(hasRecords(query, some)).toBe(false)
        expect(hasRecords(query, Buffer.concat([Buffer.alloc(4, 1), Buffer.alloc(32, 1)]))).toBe(false)
      }),
    )
    if (query.type === 'textKeys') {
      expect(hasRecords(query, word('20'))).toBe(false)
      expect(hasRecords(query, encodeResult(query, { ...emptyRecords }))).toBe(false)
      const texts = [{ key: 'url', value: 'x' }]
      expect(hasRecords(query, encodeResult(query, { ...emptyRecords, texts }))).toBe(true)
    }
  },
)

test.each(['recordList', 'unset', 'unsupported'] as const)(
  'rule: a result of %s is no record, whatever it has',
  (title) => {
    const query = decodeRecordCall(Buffer.from(fromHex(otherCalls[title])))
    expect(query.type).toBe(title)
    for (const result of [word('1'), bytes('0x61'), Buffer.alloc(64, 1)])
      expect(hasRecords(query, result)).toBe(false)
  },
)

test('rule: calls are encoded as viem encodes them, and a multicall is split into its calls', () => {
  expect(toHex(encodeResolveCall(fromHex(dnsName), fromHex(addr)))).toBe(resolve(addr))
  const multicall = encodeFunctionData({ abi, functionName: 'multicall', args: [[addr, text]] })
  expect(toHex(encodeMulticall([addr, text].map(fromHex)))).toBe(multicall)
  expect(splitMulticall(fromHex(resolve(multicall)))?.map((call) => toHex(call))).toEqual(
    [addr, text].map(resolve),
  )
  expect(splitMulticall(fromHex(resolve(addr)))).toBeUndefined()
  expect(isErrorResult(fromHex(`0x7b1c461b${'0'.repeat(64)}`))).toBe(true)
})

describe('the signer of a response', () => {
  const signer = createLocalSigner(`0x${'11'.repeat(32)}`)
  const request = fromHex(resolve(addr))
  const context = { scheme: 'published', chainId: 1, resolver: `0x${'22'.repeat(20)}` } as const
  const unsigned = { request, result: word('ab') }
  const signature = signer.sign(responseDigest(context, { ...unsigned, expires: 1_800_000_000 }))
  const recover = (bytes: Uint8Array, expires = 1_800_000_000n) =>
    recoverResponseSigner(context, { ...unsigned, expires }, bytes)
  const address = signer.address.toLowerCase()

  test('rule: 65 bytes and the compact form are accepted', () => {
    expect(recover(signature)).toBe(address)
    const compact = Buffer.from(signature.subarray(0, 64))
    if (signature[64] === 28) compact.writeUInt8(compact.readUInt8(32) | 0x80, 32)
    expect(recover(compact)).toBe(address)
  })

  test('rule: with each scheme a response alone is recovered from 65 bytes, and not with a digest of another form', () => {
    for (const scheme of signingSchemes) {
      const of = { ...context, scheme }
      const expires = 1_800_000_000
      const signed = signer.sign(responseDigest(of, { ...unsigned, expires }))
      const recoverAs = (other: SigningScheme) =>
        recoverResponseSigner({ ...of, scheme: other }, { ...unsigned, expires: BigInt(expires) }, signed)
      for (const other of signingSchemes) {
        const isSame = (scheme === 'published') === (other === 'published')
        expect(recoverAs(other) === address).toBe(isSame)
      }
    }
  })

  test('rule: another length, recovery byte, expiry or request, and a high s, are not', () => {
    expect(recover(signature.subarray(0, 63))).toBeNull()
    expect(recover(Buffer.concat([signature, Buffer.of(0)]))).toBeNull()
    expect(recover(Buffer.concat([signature.subarray(0, 64), Buffer.of(1)]))).toBeNull()
    expect(recover(signature, 2n ** 48n)).toBeNull()
    expect(recover(signature, 1_800_000_001n)).not.toBe(address)
    const high = Buffer.from(signature)
    high.fill(0xff, 32, 64)
    expect(recover(high)).toBeNull()
  })

  test('rule: the largest low s is accepted, and the next one is not, in both forms', async () => {
    const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
    const digest = responseDigest(context, { ...unsigned, expires: 1_800_000_000 })
    for (const v of [27, 28]) {
      const withS = (s: bigint) =>
        Buffer.concat([signature.subarray(0, 32), fromHex(toHex(s, { size: 32 })), Uint8Array.of(v)])
      const recovered = await recoverAddress({ hash: toHex(digest), signature: toHex(withS(half)) })
      expect(recover(withS(half))).toBe(recovered.toLowerCase())
      const compact = withS(half + (v === 28 ? 1n << 255n : 0n)).subarray(0, 64)
      expect(recover(compact)).toBe(recovered.toLowerCase())
      expect(recover(withS(half + 1n))).toBeNull()
      expect(recover(withS(half + 1n + (v === 28 ? 1n << 255n : 0n)).subarray(0, 64))).toBeNull()
    }
  })
})
