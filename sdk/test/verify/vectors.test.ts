import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { callDataOf } from '../../src/verify/answer.ts'
import { fromHex, toHex } from '../../src/verify/bytes.ts'
import {
  type AccountSignature,
  type AnswerInput,
  type Callback,
  type HashTree,
  type Verdict,
  verifyAnswer,
} from '../../src/verify.ts'

/** Cases that the contract decided (contracts/vectors): `result` is what it returned, `error` with which it reverted. */
interface Vector {
  readonly id: string
  readonly chainId: number
  readonly contract: Hex
  readonly time: number
  readonly state: {
    readonly signers: readonly Hex[]
    readonly lastBeat: number
    readonly isDark: boolean
    readonly zone: HashTree
    readonly seal: { readonly holder: Hex; readonly kind: number; readonly sequence: number }
    readonly trees: readonly HashTree[]
    readonly hasP256: boolean
    readonly contractSignatures: readonly (AccountSignature & { readonly valid: boolean })[]
  }
  readonly name: Hex
  readonly data: Hex
  readonly callback: Callback
  readonly request: Hex
  readonly responses: readonly Hex[]
  readonly result?: Hex
  readonly error?: string
}

const folder = fileURLToPath(new URL('../../../contracts/vectors/', import.meta.url))

function inputOf({ state, ...vector }: Vector): AnswerInput {
  const { contractSignatures, seal, zone, lastBeat, ...same } = state
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return {
    state: {
      ...same,
      chainId: BigInt(vector.chainId),
      resolver: vector.contract,
      lastBeat: BigInt(lastBeat),
      zone: BigInt(zone.root) === 0n ? null : zone,
      seal: { ...seal, sequence: BigInt(seal.sequence) },
    },
    request: { name: vector.name, data: vector.data, callback: vector.callback },
    response: vector.callback === 'file' ? vector.responses : (vector.responses[0] ?? '0x'),
    time: BigInt(vector.time),
    isValidSignature: ({ account, hash, signature }) =>
      contractSignatures.some(
        (given) =>
          given.valid &&
          isSame(given.account, account) &&
          isSame(given.hash, hash) &&
          isSame(given.signature, signature),
      ),
  }
}

/** Where the contract reverts as the answer says, that is this one error. */
function errorOf(verdict: Verdict): string | undefined {
  if (verdict.verdict === 'reverted' && verdict.error.startsWith('0x7b1c461b'))
    return 'UnsupportedResolverProfile'
  return verdict.verdict === 'refused' ? verdict.reason : undefined
}

describe('Vectors of the contract', () => {
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
    const { format, cases }: { format: number; cases: readonly Vector[] } = JSON.parse(
      readFileSync(`${folder}${file}`, 'utf8'),
    )

    it(`rule: of ${file}, what the contract accepted is verified, with its bytes, and nothing else`, async () => {
      expect(format).toBe(1)
      for (const vector of cases) {
        const [name, data] = [fromHex(vector.name), fromHex(vector.data)]
        const isFile = vector.callback === 'file'
        expect(isFile ? '0x' : toHex(callDataOf(vector.callback, name, data)), vector.id).toBe(vector.request)
        const verdict = await verifyAnswer(inputOf(vector))
        if (vector.result === undefined) expect(verdict.verdict, vector.id).not.toBe('verified')
        else
          expect(verdict, vector.id).toMatchObject({
            verdict: 'verified',
            result: vector.result.toLowerCase(),
          })
      }
    })

    it(`rule: of ${file}, the reason is the error of the contract`, async () => {
      const reasons = await Promise.all(
        cases.map(async (vector) => {
          const verdict = await verifyAnswer(inputOf(vector))
          return [vector.id, vector.error, errorOf(verdict)] as const
        }),
      )
      const named = reasons.filter(([, error]) => error !== undefined && error !== 'Revert')
      expect(named.map(([id, , reason]) => [id, reason])).toEqual(named.map(([id, error]) => [id, error]))
    })
  }
})
