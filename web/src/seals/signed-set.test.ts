import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBytes, fromHex, toHex } from '../../../sdk/src/verify/bytes.ts'
import { isSignedBy } from '../../../sdk/src/verify/recover.ts'
import { recordSetDigest } from '../../../sdk/src/verify/typed-data.ts'
import { decodeSignedSet, encodeSignedSet, type SignedSet } from './signed-set.ts'
import { recordSetData } from './typed-data.ts'

/** Cases that the contract decided. */
interface Vector {
  readonly id: string
  readonly chainId: number
  readonly contract: `0x${string}`
  readonly state: { readonly seal: { readonly holder: string; readonly kind: number } }
  readonly callback: string
  readonly responses: readonly string[]
  readonly error?: string
}

const file = new URL('../../../contracts/vectors/sealed.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Vector[] }
const accepted = cases.filter(({ callback, error }) => callback === 'holder' && error === undefined)
const malformed = cases.filter(({ error }) => ['MalformedSet', 'UnorderedKey'].includes(error ?? ''))

describe('A signed set', () => {
  test.each(accepted)('rule: $id is encoded to the bytes that the contract accepts', ({ responses }) => {
    const [response = ''] = responses
    expect(encodeSignedSet(decodeSignedSet(response))).toBe(response.toLowerCase())
  })

  test.each(malformed)('rule: $id is malformed here too', ({ responses }) => {
    expect(() => decodeSignedSet(responses[0] ?? '')).toThrow()
  })

  test('rule: what a wallet is given is what the holder of each vector has signed', () => {
    const ofKeys = accepted.filter(({ state }) => state.seal.kind === 1)
    const verified = ofKeys.filter(({ chainId, contract, responses, state }) => {
      const set = decodeSignedSet(responses[0] ?? '')
      const data = recordSetData({ chainId, resolver: contract }, 'alice.demo.eth', set)
      const { message, domain } = data
      const digest = recordSetDigest(
        { chainId: BigInt(domain.chainId), resolver: contract },
        {
          node: fromHex(message.node),
          sequence: BigInt(message.sequence),
          validUntil: BigInt(message.validUntil),
          records: message.records.map(({ key, value }) => ({ key: fromHex(key), value: fromHex(value) })),
        },
      )
      return isSignedBy(fromHex(state.seal.holder), digest, set.signature)
    })
    // The others are signed by contracts.
    expect(verified.length).toBeGreaterThan(15)
  })

  test('rule: any set is read as it was written', () => {
    const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
    const record = fc.record({ key: fc.uint8Array({ minLength: 1, maxLength: 40 }), value: bytes(300) })
    const set = fc.record({
      sequence: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      validUntil: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      signature: bytes(700),
      records: fc
        .uniqueArray(record, { selector: ({ key }) => toHex(key) })
        .map((records) => records.toSorted((one, other) => compareBytes(one.key, other.key))),
    })
    const plain = ({ signature, records, ...rest }: SignedSet) => ({
      ...rest,
      signature: toHex(signature),
      records: records.map(({ key, value }) => [toHex(key), toHex(value)]),
    })
    fc.assert(
      fc.property(set, (written) => {
        expect(plain(decodeSignedSet(encodeSignedSet(written)))).toEqual(plain(written))
      }),
    )
  })

  test('a signature that the format has no room for is refused', () => {
    const signature = new Uint8Array(0x1_0000)
    expect(() => encodeSignedSet({ sequence: 1n, validUntil: 1n, records: [], signature })).toThrow(
      RangeError,
    )
  })
})
