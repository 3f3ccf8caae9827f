import fc from 'fast-check'
import { concat, type Hex, hexToBytes, numberToHex, size } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { textCall } from './support/record-calls.ts'
import { deployResolver } from './support/resolver.ts'
import { addrCall } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { signSet } from './support/sealed.ts'
import { answer, deployWithSeal, holder, name, set } from './support/sealed-resolver.ts'

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
