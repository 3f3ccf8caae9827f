import fc from 'fast-check'
import { encodeAbiParameters, encodeErrorResult, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { type AnswerInput, verifyAnswer } from '../../src/verify.ts'
import { mutationsOf } from './mutations.ts'
import {
  another,
  encodeLive,
  liveAnswer,
  liveState,
  name,
  signer,
  textResult,
  time,
} from './signed-answers.ts'

const reasonOf = async (input: AnswerInput) => {
  const verdict = await verifyAnswer(input)
  return verdict.verdict === 'refused' ? verdict.reason : verdict.verdict
}

const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('Live answers', () => {
  it('rule: what a signer has signed for this call is returned, with its word', async () => {
    const verdict = await verifyAnswer(await liveAnswer())
    expect(verdict).toMatchObject({
      verdict: 'verified',
      word: 'gateway',
      signer: signer.address.toLowerCase(),
      result: textResult('https://a.example'),
      entries: null,
    })
    expect(verdict.checks.map((check) => check.name)).toEqual(['state', 'time', 'signature'])
  })

  it('rule: an answer is valid at its expiry, and from an hour before it on', async () => {
    for (const [expires, expected] of [
      [time - 1n, 'AnswerExpired'],
      [time, 'verified'],
      [time + 3600n, 'verified'],
      [time + 3601n, 'LifetimeTooLong'],
      [0n, 'AnswerExpired'],
      [2n ** 64n - 1n, 'LifetimeTooLong'],
    ] as const)
      expect(await reasonOf(await liveAnswer({ expires })), `${expires}`).toBe(expected)
  })

  it('rule: trees of 2 to 17 leaves prove each of their leaves, with up to 16 siblings', async () => {
    for (let count = 1; count <= 16; count++) {
      const others = Array.from({ length: count }, (_, leaf) => keccak256(toHex(`leaf ${leaf}`)))
      expect(await reasonOf(await liveAnswer({ others })), `${count + 1} leaves`).toBe('verified')
    }
  })

  it('rule: more than 16 siblings, and lengths between them, are refused', async () => {
    const { response, ...input } = await liveAnswer()
    const expires = time + 300n
    for (const [length, reason] of [
      [64, 'InvalidSignatureLength'],
      [66, 'InvalidSignatureLength'],
      [96, 'InvalidSignatureLength'],
      [65 + 17 * 32, 'PathTooDeep'],
    ] as const) {
      const signature = toHex(new Uint8Array(length).fill(1))
      expect(await reasonOf({ ...input, response: encodeLive('0x', expires, signature) }), `${length}`).toBe(
        reason,
      )
    }
    expect(await reasonOf({ ...input, response })).toBe('verified')
  })

  it('rule: a signature has one form', async () => {
    const input = await liveAnswer()
    const at = input.response.length - 64 * 3
    const [r, s] = [input.response.slice(at, at + 64), input.response.slice(at + 64, at + 128)]
    const v = input.response.slice(at + 128, at + 130)
    const withSignature = (signature: string) =>
      reasonOf({ ...input, response: `0x${input.response.slice(2, at)}${signature.padEnd(192, '0')}` })
    expect(await withSignature(`${r}${s}${v}`)).toBe('verified')
    const high = (secp256k1Order - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
    expect(await withSignature(`${r}${high}${v === '1b' ? '1c' : '1b'}`)).toBe('InvalidSignatureS')
    for (const other of ['00', '01', '1a', '1d', 'ff'])
      expect(await withSignature(`${r}${s}${other}`), other).toBe('InvalidSignatureV')
    expect(await withSignature(`${'0'.repeat(64)}${s}${v}`)).toBe('UnrecoverableSignature')
    expect(await withSignature(`${r}${'0'.repeat(64)}${v}`)).toBe('UnrecoverableSignature')
    expect(await withSignature(`${'f'.repeat(64)}${s}${v}`)).toBe('UnrecoverableSignature')
  })

  it('rule: another signer, chain, contract, call, time or state refuses it', async () => {
    const input = await liveAnswer({ others: [keccak256('0x01'), keccak256('0x02')] })
    const { state, request } = input
    const other = another.address
    const changes: readonly Partial<AnswerInput>[] = [
      { state: { ...state, signers: [] } },
      { state: { ...state, signers: [other] } },
      { state: { ...state, chainId: 2n } },
      { state: { ...state, resolver: other } },
      { state: { ...state, isDark: true, zone: { root: keccak256('0x'), depth: 0 } } },
      { state: { ...state, seal: { holder: other, kind: 1, sequence: 0n } } },
      { state: { ...state, trees: [{ root: keccak256('0x'), depth: 0 }] } },
      { request: { ...request, data: '0x12345678' } },
      { request: { ...request, name: '0x03626f620361636d650365746800' } },
      { request: { ...request, callback: 'holder' } },
      { time: time + 301n },
      { time: time - 3301n },
      { response: [input.response] },
    ]
    for (const change of changes)
      expect((await verifyAnswer({ ...input, ...change })).verdict, Object.keys(change).join()).toBe(
        'refused',
      )
    expect((await verifyAnswer(input)).verdict).toBe('verified')
    expect(name).toBe('alice.acme.eth')
  })

  it('rule: a signed error is the answer, a signed lookup is refused', async () => {
    const abi = parseAbi([
      'error UnsupportedResolverProfile(bytes4 selector)',
      'error OffchainLookup(address, string[], bytes, bytes4, bytes)',
    ])
    const error = encodeErrorResult({ abi, errorName: 'UnsupportedResolverProfile', args: ['0x12345678'] })
    expect(await verifyAnswer(await liveAnswer({ result: error }))).toMatchObject({
      verdict: 'reverted',
      error,
    })
    const lookup = encodeErrorResult({
      abi,
      errorName: 'OffchainLookup',
      args: [another.address, ['https://a.example'], '0x', '0x12345678', '0x'],
    })
    expect(await reasonOf(await liveAnswer({ result: lookup }))).toBe('NestedLookup')
  })

  it('rule: no mutation of an answer gives another result', async () => {
    const others = Array.from({ length: 6 }, (_, leaf) => keccak256(toHex(`leaf ${leaf}`)))
    for (const input of [await liveAnswer(), await liveAnswer({ others })]) {
      const right = await verifyAnswer(input)
      await fc.assert(
        fc.asyncProperty(mutationsOf(input.response), async (response) => {
          const verdict = await verifyAnswer({ ...input, response })
          // Padding of the ABI is not looked at, by Solidity either.
          if (verdict.verdict !== 'refused') expect(verdict).toEqual(right)
        }),
        { numRuns: 3000 },
      )
    }
  })

  it('rule: any bytes are an answer that is refused, and none throws', async () => {
    const input = await liveAnswer()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect((await verifyAnswer({ ...input, response: toHex(bytes) })).verdict).toBe('refused')
      }),
      { numRuns: 2000 },
    )
    const words = fc.array(fc.constantFrom(0n, 32n, 64n, 96n, 2n ** 63n, 2n ** 64n, 2n ** 256n - 1n), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(words, async (values) => {
        const response = encodeAbiParameters(
          values.map(() => ({ type: 'uint256' }) as const),
          values,
        )
        expect((await verifyAnswer({ ...input, response })).verdict).toBe('refused')
      }),
      { numRuns: 2000 },
    )
  })

  it('rule: misuse throws', async () => {
    const input = await liveAnswer()
    await expect(verifyAnswer({ ...input, response: '0x1' as Hex })).rejects.toThrow(TypeError)
    await expect(verifyAnswer({ ...input, state: { ...liveState, signers: ['0xzz'] } })).rejects.toThrow(
      TypeError,
    )
  })
})
