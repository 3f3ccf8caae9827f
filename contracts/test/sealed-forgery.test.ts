import fc from 'fast-check'
import {
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hexToBytes,
  numberToHex,
  size,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { decodeText, recordAbi, textCall } from './support/record-calls.ts'
import { deployResolver } from './support/resolver.ts'
import { addrCall } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { delegationData, later, signSet } from './support/sealed.ts'
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
import { addressRecord, contenthashRecord, textRecord, type ZoneRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)
const resolver = await deployWithSeal(chain)

describe('mutants', () => {
  /** Of the record call, what the answers are without a change. */
  const calls = [addrCall(name), textCall(name, 'url'), textCall(name, 'avatar')]

  test('rule: no change of a byte of a response changes an answer', async () => {
    const response = await signSet(resolver, chainId, set, holder)
    const bytes = hexToBytes(response)
    const right = await Promise.all(calls.map((call) => answer(resolver, response, call)))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(calls.length - 1),
        async (index, difference, which) => {
          const mutant = bytes.slice()
          mutant[index] = (mutant[index] ?? 0) ^ difference
          const data = await answer(resolver, `0x${Buffer.from(mutant).toString('hex')}`, calls[which]).catch(
            () => undefined,
          )
          if (data !== undefined) expect(data).toBe(right[which])
        },
      ),
      { numRuns: 500 },
    )
  })

  test('rule: a response that is cut, or has bytes behind its end, is refused', async () => {
    const response = await signSet(resolver, chainId, set, holder)
    for (let length = 0; length < size(response); length += 7)
      await expect(answer(resolver, response.slice(0, 2 + 2 * length) as Hex)).rejects.toThrow()
    for (const tail of ['0x00', `0x${'00'.repeat(37)}`, response] as const)
      await expect(answer(resolver, concat([response, tail]))).rejects.toThrow()
  })

  test('rule: a signature for another name, contract or chain is refused', async () => {
    const other = await deployResolver(chain)
    const refused = { name: 'NotSignedByHolder', args: [] }
    for (const response of [
      await signSet(resolver, chainId, { ...set, name: 'bob.demo.eth' }, holder),
      await signSet(other, chainId, set, holder),
      await signSet(resolver, 1, set, holder),
    ])
      expect(await revertOf(answer(resolver, response))).toEqual(refused)
  })

  test('rule: of one signature there is one form', async () => {
    const response = await signSet(resolver, chainId, set, holder)
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const [head, r, s, v, rest] = [
      response.slice(0, 46),
      response.slice(46, 110),
      response.slice(110, 174),
      response.slice(174, 176),
      response.slice(176),
    ]
    const twin = numberToHex(n - BigInt(`0x${s}`), { size: 32 }).slice(2)
    for (const signature of [`${r}${twin}${v === '1b' ? '1c' : '1b'}`, `${r}${s}${v === '1b' ? '00' : '01'}`])
      expect(await revertOf(answer(resolver, `${head}${signature}${rest}` as Hex))).toEqual({
        name: 'NotSignedByHolder',
        args: [],
      })
  })
})

describe('a delegate', () => {
  const texts: readonly ZoneRecord[] = [
    addressRecord(60, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'),
    textRecord('mapp', 'set by the service'),
    textRecord('url', 'https://taken.example'),
    contenthashRecord('0xe30101ff'),
  ]

  async function withDelegate({
    by = holder,
    signedBy = delegate,
    sequence = 3n,
    validUntil = later,
    from = texts,
  } = {}): Promise<Hex> {
    const delegation = { name, delegate: delegate.address, sequence, validUntil }
    const signature = await by.signTypedData(delegationData(resolver, chainId, delegation))
    return concat([
      await signSet(resolver, chainId, set, holder),
      encodePacked(
        ['address', 'uint64', 'uint64', 'uint16', 'bytes'],
        [delegate.address, sequence, validUntil, size(signature), signature],
      ),
      await signSet(resolver, chainId, { ...set, sequence: 0n, records: from }, signedBy),
    ])
  }

  test('rule: sets texts that the holder has not set, and nothing else', async () => {
    const response = await withDelegate()
    expect(decodeText(await answer(resolver, response, textCall(name, 'mapp')))).toBe('set by the service')
    expect(decodeText(await answer(resolver, response, textCall(name, 'url')))).toBe('https://demo.example')
    const data = await answer(resolver, response, addrCall(name))
    expect(decodeFunctionResult({ abi: recordAbi, functionName: 'addr', data, args: [node] })).toBe(address)
    const content = encodeFunctionData({ abi: recordAbi, functionName: 'contenthash', args: [node] })
    expect(
      decodeFunctionResult({
        abi: recordAbi,
        functionName: 'contenthash',
        data: await answer(resolver, response, content),
      }),
    ).toBe('0xe3010170')
  })

  test.each([
    ['NotSignedByHolder', 'a delegation of another', { by: issuer }],
    ['NotSignedByDelegate', 'a set of another', { signedBy: issuer }],
    ['SetSuperseded', 'a delegation of before the seal', { sequence: 2n }],
    ['SetExpired', 'a delegation that has ended', { validUntil: 1n }],
  ])('%s for %s', async (error, _what, options) => {
    expect(await revertOf(answer(resolver, await withDelegate(options)))).toMatchObject({ name: error })
  })
})
