import {
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  size,
  slice,
  toFunctionSelector,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, setTime, startChain } from './support/chain.ts'
import { type DelegationOptions, delegated, delegationParts, withDelegate } from './support/delegation.ts'
import { decodeText, recordAbi, textCall } from './support/record-calls.ts'
import { deployResolver } from './support/resolver.ts'
import { addrCall } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { encodeSet, signSet } from './support/sealed.ts'
import {
  address,
  answer,
  delegate,
  deployWithSeal,
  holder,
  issuer,
  name,
  node,
  set,
} from './support/sealed-resolver.ts'
import { textRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)
const resolver = await deployWithSeal(chain)

const malformed = { name: 'MalformedSet', args: [] }
const read = (response: Hex, call = textCall(name, 'mapp')) => answer(resolver, response, call)
const refusal = (response: Hex) => revertOf(read(response))

test('rule: a delegate sets texts that the holder has not set, and nothing else', async () => {
  const response = await withDelegate(resolver, chainId)
  expect(decodeText(await read(response))).toBe('set by the service')
  expect(decodeText(await read(response, textCall(name, 'url')))).toBe('https://demo.example')
  const data = await read(response, addrCall(name))
  expect(decodeFunctionResult({ abi: recordAbi, functionName: 'addr', data, args: [node] })).toBe(address)
  const content = encodeFunctionData({ abi: recordAbi, functionName: 'contenthash', args: [node] })
  const stored = await read(response, content)
  expect(decodeFunctionResult({ abi: recordAbi, functionName: 'contenthash', data: stored })).toBe(
    '0xe3010170',
  )
})

test('rule: nor an address or a content hash that the holder does not have', async () => {
  const [, delegation, theirs] = await delegationParts(resolver, chainId)
  const response = concat([
    await signSet(resolver, chainId, { ...set, records: [] }, holder),
    delegation,
    theirs,
  ])
  expect(decodeText(await read(response))).toBe('set by the service')
  const data = await read(response, addrCall(name))
  expect(decodeFunctionResult({ abi: recordAbi, functionName: 'addr', data, args: [node] })).toBe(zeroAddress)
  const content = encodeFunctionData({ abi: recordAbi, functionName: 'contenthash', args: [node] })
  const stored = await read(response, content)
  expect(decodeFunctionResult({ abi: recordAbi, functionName: 'contenthash', data: stored })).toBe('0x')
})

test.each(['1', 'x'.repeat(40)])(
  'rule: nor a text that the holder has set, of whatever length: %s',
  async (value) => {
    const [, delegation, theirs] = await delegationParts(resolver, chainId)
    const own = await signSet(resolver, chainId, { ...set, records: [textRecord('mapp', value)] }, holder)
    expect(decodeText(await read(concat([own, delegation, theirs])))).toBe(value)
  },
)

test.each<[string, string, DelegationOptions]>([
  ['NotSignedByHolder', 'a delegation of another', { by: issuer }],
  ['NotSignedByHolder', 'a delegation for another name', { about: 'bob.demo.eth' }],
  ['NotSignedByDelegate', 'a set of another', { signedBy: issuer }],
  ['NotSignedByDelegate', 'a set of the holder', { signedBy: holder }],
  ['NotSignedByDelegate', 'a delegate that is no account', { to: zeroAddress }],
  ['NotSignedByDelegate', 'a set for another name', { from: { ...delegated, name: 'bob.demo.eth' } }],
  ['SetSuperseded', 'a delegation of before the seal', { sequence: 2n }],
  ['SetExpired', 'a delegation that has ended', { validUntil: 1n }],
  ['SetExpired', 'a set that has ended', { from: { ...delegated, validUntil: 1n } }],
  [
    'UnorderedKey',
    'a set in another order',
    { from: { ...delegated, records: delegated.records.toReversed() } },
  ],
])('%s for %s', async (error, _what, options) => {
  expect(await refusal(await withDelegate(resolver, chainId, options))).toMatchObject({ name: error })
})

test('rule: a delegation counts until its last second', async () => {
  const own = await deployWithSeal(chain)
  const validUntil = (await getChainTime(chain)) + 100n
  const response = await withDelegate(own, chainId, { validUntil })
  await setTime(chain, validUntil)
  await answer(own, response)
  await setTime(chain, validUntil + 1n)
  expect(await revertOf(answer(own, response))).toEqual({ name: 'SetExpired', args: [validUntil] })
})

test('NotSignedByHolder for the delegation of another contract', async () => {
  const other = await deployResolver(chain)
  const [own, , theirs] = await delegationParts(resolver, chainId)
  const [, foreign] = await delegationParts(other, chainId)
  expect(await refusal(concat([own, foreign, theirs]))).toEqual({ name: 'NotSignedByHolder', args: [] })
})

test('rule: no signature is one of the zero address, to which a holder may have delegated', async () => {
  const [own, delegation] = await delegationParts(resolver, chainId, { to: zeroAddress })
  // None is recovered: r is 0.
  const nothing = concat([zeroHash, toHex(1, { size: 32 }), '0x1b'])
  const response = concat([own, delegation, encodeSet(delegated, nothing)])
  expect(await refusal(response)).toEqual({ name: 'NotSignedByDelegate', args: [] })
})

test('rule: a delegate can be a contract, and what is behind a set is not read as a record', async () => {
  const magic = `${toFunctionSelector('isValidSignature(bytes32,bytes)').slice(2)}${'00'.repeat(28)}`
  /** Read as a record: key 03, the content hash, of no bytes. */
  const wallet = `0x00010000000003${'00'.repeat(13)}` as const
  await chain.client.setCode({ address: wallet, bytecode: `0x7f${magic}60005260206000f3` })
  const [, delegation] = await delegationParts(resolver, chainId, { to: wallet })
  const own = await signSet(resolver, chainId, { ...set, records: [] }, holder)
  const response = concat([own, delegation, encodeSet(delegated, '0x')])
  expect(decodeText(await read(response))).toBe('set by the service')
  const content = encodeFunctionData({ abi: recordAbi, functionName: 'contenthash', args: [node] })
  const stored = await read(response, content)
  expect(decodeFunctionResult({ abi: recordAbi, functionName: 'contenthash', data: stored })).toBe('0x')
})

describe('lengths', () => {
  test('MalformedSet for a response that is cut anywhere but behind the holder’s set', async () => {
    const [own, delegation, theirs] = await delegationParts(resolver, chainId)
    const response = concat([own, delegation, theirs])
    await read(own)
    for (let length = 0; length < size(response); length += 1)
      if (length !== size(own))
        expect(await refusal(slice(response, 0, length)), `${length}`).toEqual(malformed)
  })

  test('MalformedSet for bytes behind the set of the delegate', async () => {
    const response = await withDelegate(resolver, chainId)
    for (const tail of ['0x00', response] as const)
      expect(await refusal(concat([response, tail]))).toEqual(malformed)
  })

  test('NotSignedByHolder, before what is behind, for a delegation without a signature or with a wrong one', async () => {
    const [own] = await delegationParts(resolver, chainId)
    const [, wrong] = await delegationParts(resolver, chainId, { by: issuer })
    const header = `0x${delegate.address.slice(2)}${'ff'.repeat(16)}0000` as const
    for (const delegation of [header, wrong])
      expect(await refusal(concat([own, delegation]))).toEqual({ name: 'NotSignedByHolder', args: [] })
  })

  test('NotSignedByHolder for a set of lengths zero', async () => {
    expect(await refusal(`0x${'ff'.repeat(16)}000000000000`)).toEqual({ name: 'NotSignedByHolder', args: [] })
  })
})
