import fc from 'fast-check'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  numberToHex,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../src/verify/bytes.ts'
import { delegationDigest, recordSetDigest } from '../../src/verify/typed-data.ts'
import { type AnswerInput, type Verdict, verifyAnswer } from '../../src/verify.ts'
import { mutationsOf } from './mutations.ts'
import {
  abi,
  addressKey,
  another,
  askText,
  clientData,
  contract,
  delegate,
  delegation,
  domain,
  type Entry,
  entries,
  holder,
  node,
  passkeyState,
  sealedAnswer,
  sealedState,
  signByPasskey,
  signedSet,
  signer,
  signHash,
  textKey,
  textResult,
  time,
  types,
  wire,
} from './signed-answers.ts'

const outcomeOf = (verdict: Verdict) => (verdict.verdict === 'refused' ? verdict.reason : verdict.verdict)
const judge = async (input: AnswerInput | Promise<AnswerInput>) => outcomeOf(await verifyAnswer(await input))
const resultOf = async (input: AnswerInput | Promise<AnswerInput>) => {
  const verdict = await verifyAnswer(await input)
  return verdict.verdict === 'verified' ? verdict.result : outcomeOf(verdict)
}
const byDelegate = (hash: Hex) => signHash(hash, delegate.key)
const delegated = async (texts: readonly Entry[], options = {}) =>
  concat([
    await signedSet(),
    await delegation(options),
    await signedSet({ entries: texts, sign: byDelegate }),
  ])

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((value) => toHex(value))

describe('Sealed answers', () => {
  it('rule: 10,000 random sets and delegations have the digests of EIP-712', () => {
    const record = fc.record({ key: bytes(8), value: bytes(12) })
    const set = fc.record({
      node: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((value) => toHex(value)),
      sequence: fc.bigInt(0n, 2n ** 64n - 1n),
      validUntil: fc.bigInt(0n, 2n ** 64n - 1n),
      records: fc.array(record, { maxLength: 5 }),
    })
    fc.assert(
      fc.property(set, ({ records, ...message }) => {
        const words = { ...message, node: fromHex(message.node) }
        const own = records.map(({ key, value }) => ({ key: fromHex(key), value: fromHex(value) }))
        expect(toHex(recordSetDigest(contract, { ...words, records: own }))).toBe(
          hashTypedData({ domain, types, primaryType: 'RecordSet', message: { ...message, records } }),
        )
      }),
      { numRuns: 10_000 },
    )
    fc.assert(
      fc.property(set, ({ records: _, ...message }) => {
        const words = { ...message, node: fromHex(message.node), delegate: fromHex(delegate.address) }
        expect(toHex(delegationDigest(contract, words))).toBe(
          hashTypedData({
            domain,
            types,
            primaryType: 'Delegation',
            message: { ...message, delegate: delegate.address },
          }),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('rule: the records that an account has signed answer each call', async () => {
    const of = async (data: Hex) => resultOf(sealedAnswer(signedSet(), data))
    const address = (functionName: 'addr', args: readonly [Hex] | readonly [Hex, bigint]) =>
      // Safe: each function is given its own arguments.
      encodeFunctionData({ abi, functionName, args } as never)
    expect(await of(askText('url'))).toBe(textResult('https://a.example'))
    expect(await of(askText('absent'))).toBe(textResult(''))
    expect(await of(address('addr', [node]))).toBe(
      encodeAbiParameters([{ type: 'address' }], [another.address]),
    )
    for (const [coinType, value] of [
      [60n, another.address],
      [0n, '0x'],
      [0x8000_000an, signer.address],
      [0x8000_0000n, signer.address],
      [2n ** 32n, '0x'],
      [2n ** 255n, '0x'],
    ] as const)
      expect(await of(address('addr', [node, coinType])), `${coinType}`).toBe(
        encodeAbiParameters([{ type: 'bytes' }], [value.toLowerCase() as Hex]),
      )
    const calls = [askText('url'), '0x12345678', askText('email')] as const
    const error = concat(['0x7b1c461b', '0x12345678', numberToHex(0, { size: 28 })])
    expect(await of(encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }))).toBe(
      encodeAbiParameters(
        [{ type: 'bytes[]' }],
        [[textResult('https://a.example'), error, textResult('a@a.example')]],
      ),
    )
    expect(await verifyAnswer(await sealedAnswer(signedSet(), '0x12345678'))).toMatchObject({
      verdict: 'reverted',
      error,
    })
    expect(await of(askText('url', another.key))).toBe('NodeMismatch')
    expect(await of('0x59d1d43c')).toBe('MalformedCall')
  })

  it('rule: sequence and time decide whether a set counts', async () => {
    for (const [sequence, validUntil, expected] of [
      [0n, time, 'SetSuperseded'],
      [1n, time, 'verified'],
      [2n ** 64n - 1n, 2n ** 64n - 1n, 'verified'],
      [1n, time - 1n, 'SetExpired'],
    ] as const)
      expect(
        await judge(sealedAnswer(signedSet({ sequence, validUntil }))),
        `${sequence}, ${validUntil}`,
      ).toBe(expected)
  })

  it('rule: only the holder signs', async () => {
    expect(await judge(sealedAnswer(signedSet({ sign: (hash) => signHash(hash, another.key) })))).toBe(
      'NotSignedByHolder',
    )
    expect(await judge(sealedAnswer(signedSet({ sign: () => '0x' })))).toBe('NotSignedByHolder')
    expect(await judge(sealedAnswer(signedSet({ of: another.key })))).toBe('NotSignedByHolder')
    const zero = { ...sealedState, seal: { holder: numberToHex(0, { size: 20 }), kind: 1, sequence: 0n } }
    expect(await judge({ ...(await sealedAnswer()), state: zero, isValidSignature: () => true })).toBe(
      'NotSignedByHolder',
    )
  })

  it('rule: a contract signs as it says', async () => {
    const state = { ...sealedState, seal: { holder: another.address, kind: 1, sequence: 1n } }
    const input = { ...(await sealedAnswer(signedSet({ sign: () => '0x1234' }))), state }
    const asked: unknown[] = []
    const isValidSignature = (signature: unknown) => asked.push(signature) > 0
    expect(await judge({ ...input, isValidSignature })).toBe('verified')
    expect(asked).toMatchObject([{ account: another.address.toLowerCase(), signature: '0x1234' }])
    expect(await judge({ ...input, isValidSignature: () => false })).toBe('NotSignedByHolder')
    expect(await judge(input)).toBe('NotSignedByHolder')
  })

  it('rule: a passkey signs by its assertion, where the chain verifies it', async () => {
    const input = {
      ...(await sealedAnswer(signedSet({ sign: (hash) => signByPasskey(hash) }))),
      state: passkeyState,
    }
    expect(await judge(input)).toBe('verified')
    expect(await judge({ ...input, state: { ...passkeyState, hasP256: false } })).toBe('NotSignedByHolder')
    for (const [from, to] of [
      ['webauthn.get', 'webauthn.create'],
      ['"type"', '"tipe"'],
      ['{"type":"webauthn.get",', '{'],
    ] as const) {
      const changed = (hash: Hex) =>
        toHex(Buffer.from(clientData(hash).slice(2), 'hex').toString().replace(from, to))
      const response = await signedSet({ sign: (hash) => signByPasskey(hash, changed) })
      expect(await judge({ ...input, response }), to).toBe('NotSignedByHolder')
    }
    const other = await signedSet({ sign: () => signByPasskey(another.key) })
    expect(await judge({ ...input, response: other })).toBe('NotSignedByHolder')
  })

  it('rule: a delegate sets texts that the holder has not set, and nothing else', async () => {
    const texts: readonly Entry[] = [
      [addressKey(60), delegate.address],
      [textKey('note'), toHex('from the delegate')],
      [textKey('url'), toHex('https://evil.example')],
      ['0x03', '0xe30101'],
    ]
    const response = await delegated(texts)
    expect(await resultOf(sealedAnswer(response, askText('note')))).toBe(textResult('from the delegate'))
    expect(await resultOf(sealedAnswer(response, askText('url')))).toBe(textResult('https://a.example'))
    const call = encodeFunctionData({ abi, functionName: 'addr', args: [node] })
    expect(await resultOf(sealedAnswer(response, call))).toBe(
      encodeAbiParameters([{ type: 'address' }], [another.address]),
    )
    const verdict = await verifyAnswer(await sealedAnswer(response))
    expect(verdict).toMatchObject({ delegate: delegate.address.toLowerCase() })
    const words = verdict.verdict === 'verified' ? verdict.entries?.map(({ word }) => word) : []
    expect(words).toEqual(['holder', 'holder', 'holder', 'holder', 'holder', 'delegate'])
  })

  it('rule: a delegation that the holder has not signed, or that is over, is refused', async () => {
    const note: readonly Entry[] = [[textKey('note'), '0x61']]
    for (const [options, reason] of [
      [{ key: another.key }, 'NotSignedByHolder'],
      [{ key: delegate.key }, 'NotSignedByHolder'],
      [{ to: another.address }, 'NotSignedByDelegate'],
      [{ sequence: 0n }, 'SetSuperseded'],
      [{ validUntil: time - 1n }, 'SetExpired'],
    ] as const)
      expect(await judge(sealedAnswer(delegated(note, options))), reason).toBe(reason)
  })

  it('rule: keys that are not in ascending order, and more than 16 KiB, are refused', async () => {
    const [first, second] = [entries[0], entries[1]]
    if (!first || !second) throw new Error('Two records are needed.')
    expect(await judge(sealedAnswer(signedSet({ entries: [second, first] })))).toBe('UnorderedKey')
    expect(await judge(sealedAnswer(signedSet({ entries: [first, first] })))).toBe('UnorderedKey')
    const ofBytes = (count: number) => signedSet({ entries: [['0x0261', toHex(new Uint8Array(count - 8))]] })
    expect(await judge(sealedAnswer(ofBytes(16_384)))).toBe('verified')
    expect(await judge(sealedAnswer(ofBytes(16_385)))).toBe('InvalidRecordSet')
  })

  it('rule: no mutation of an answer is accepted, but that the delegation is left out', async () => {
    const alone = (await signedSet()).toLowerCase()
    const passkey = {
      ...(await sealedAnswer(signedSet({ sign: (hash) => signByPasskey(hash) }))),
      state: passkeyState,
    }
    const withDelegate = await sealedAnswer(delegated([[textKey('note'), '0x61']]))
    for (const input of [await sealedAnswer(), passkey, withDelegate])
      await fc.assert(
        fc.asyncProperty(mutationsOf(input.response as Hex), async (response) => {
          const { verdict } = await verifyAnswer({ ...input, response })
          expect(verdict).toBe(response === alone ? 'verified' : 'refused')
        }),
        { numRuns: 2000 },
      )
  })

  it('rule: another chain, contract, name, holder or time refuses it', async () => {
    const input = await sealedAnswer()
    for (const change of [
      { state: { ...sealedState, chainId: 2n } },
      { state: { ...sealedState, resolver: another.address } },
      { state: { ...sealedState, seal: { holder: another.address, kind: 1, sequence: 1n } } },
      { state: { ...sealedState, seal: { holder: holder.address, kind: 2, sequence: 1n } } },
      { state: { ...sealedState, seal: { holder: holder.address, kind: 1, sequence: 2n } } },
      { state: { ...sealedState, seal: { holder: holder.address, kind: 3, sequence: 0n } } },
      { request: { ...input.request, name: '0x03626f620361636d650365746800' } },
      { time: time + 1001n },
    ] satisfies readonly Partial<AnswerInput>[])
      expect((await verifyAnswer({ ...input, ...change })).verdict).toBe('refused')
    expect(wire).toBe(input.request.name)
  })
})
