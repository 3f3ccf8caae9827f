import fc from 'fast-check'
import { concat, encodePacked, type Hex, size } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { revertOf } from './support/revert.ts'
import { encodeRecords, signSet } from './support/sealed.ts'
import { answer, deployWithSeal, holder, set } from './support/sealed-resolver.ts'
import type { ZoneRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)
const resolver = await deployWithSeal(chain)

/** How a set of these bytes is refused: before its signature is read, which is empty. */
function refusal(records: Hex) {
  const types = ['uint64', 'uint64', 'uint16', 'uint32', 'bytes'] as const
  const response = encodePacked(types, [set.sequence, set.validUntil, 0, size(records), records])
  return revertOf(answer(resolver, response))
}

const wellFormed = { name: 'NotSignedByHolder', args: [] }
const invalid = { name: 'InvalidRecordSet', args: [] }
const first = encodeRecords([['0x0261', '0x62']])

describe('lengths', () => {
  test('InvalidRecordSet for a set that ends within a record, wherever', async () => {
    const records = concat([first, encodeRecords([['0x026162', '0xaabb']])])
    for (let length = 0; length <= size(records); length += 1) {
      const isWhole = [0, size(first), size(records)].includes(length)
      expect(await refusal(`0x${records.slice(2, 2 + 2 * length)}`), `${length}`).toEqual(
        isWhole ? wellFormed : invalid,
      )
    }
  })

  test.each<[string, Hex]>([
    ['a key', encodePacked(['bytes', 'uint16', 'uint32', 'bytes'], [first, 0xffff, 0, '0x0262'])],
    ['a value', encodePacked(['bytes', 'uint16', 'uint32', 'bytes'], [first, 2, 0xffffffff, '0x0262'])],
  ])('InvalidRecordSet for %s that is longer than the set', async (_what, records) => {
    expect(await refusal(records)).toEqual(invalid)
  })

  test('UnorderedKey for an empty key, also without a value and at the end', async () => {
    const empty = encodeRecords([['0x', '0x']])
    expect(await refusal(empty)).toEqual({ name: 'UnorderedKey', args: [0n] })
    expect(await refusal(concat([first, empty]))).toEqual({
      name: 'UnorderedKey',
      args: [BigInt(size(first))],
    })
  })
})

test('rule: keys are in the order of their bytes, also where they differ behind a word', async () => {
  const key = fc
    .tuple(fc.constantFrom(0, 31, 32, 33, 63, 64, 65), fc.uint8Array({ minLength: 1, maxLength: 3 }))
    .map(([length, end]): Hex => `0x${'6b'.repeat(length)}${Buffer.from(end).toString('hex')}`)
  await fc.assert(
    fc.asyncProperty(key, key, async (one, other) => {
      const refused = await refusal(encodeRecords([one, other].map((each): ZoneRecord => [each, '0x'])))
      const isOrdered =
        Buffer.compare(Buffer.from(one.slice(2), 'hex'), Buffer.from(other.slice(2), 'hex')) < 0
      expect(refused).toMatchObject(isOrdered ? wellFormed : { name: 'UnorderedKey' })
    }),
    { numRuns: 300 },
  )
})

test('rule: as many records as fit are signed and read', async () => {
  const records = Array.from(
    { length: 2048 },
    (_, index): ZoneRecord => [`0x${index.toString(16).padStart(4, '0')}`, '0x'],
  )
  expect(size(encodeRecords(records))).toBe(16_384)
  await answer(resolver, await signSet(resolver, chainId, { ...set, records }, holder))
})
