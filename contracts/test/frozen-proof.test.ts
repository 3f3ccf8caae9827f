import fc from 'fast-check'
import { concat, type Hex, hexToBytes, size, slice, toHex } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import {
  addrCall,
  answer,
  coinCall,
  decodeText,
  deployFrozenResolver,
  type FrozenResolver,
  multicall,
  textCall,
} from './support/frozen-resolver.ts'
import { revertOf } from './support/revert.ts'
import {
  addressRecord,
  bucketHash,
  bucketIndex,
  encodeBucket,
  freezeNames,
  textRecord,
  type ZoneNames,
  zoneOf,
} from './support/zone.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const depth = 3
const names: ZoneNames = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `n${index}.demo.eth`,
    [addressRecord(60, toHex(index + 1, { size: 20 })), textRecord('description', `name ${index}`)],
  ]),
)
const zone = freezeNames(names, depth)
const resolver = await deployFrozenResolver(chain, { root: zone.root, depth })
const proofBytes = 32 * depth

function responseAt(index: number): Hex {
  return zone.responses[index] ?? '0x'
}

function responseFor(name: string): Hex {
  return responseAt(bucketIndex(name, depth))
}

const description = (response: Hex, name: string, from: FrozenResolver = resolver) =>
  answer(from, response, name, textCall(name, 'description'))

const invalidProof = expect.objectContaining({ name: 'InvalidProof' })

test('rule: each name of a zone is proven by the file of its bucket', async () => {
  for (const index of Object.keys(names).keys()) {
    const name = `n${index}.demo.eth`
    expect(decodeText(await description(responseFor(name), name))).toBe(`name ${index}`)
  }
})

describe('changed files', () => {
  const name = 'n0.demo.eth'
  const bytes = hexToBytes(responseFor(name))

  test('property: a file with any byte changed is refused, for every call', async () => {
    const calls = [addrCall(name), coinCall(name, 0n), textCall(name, 'none'), multicall([addrCall(name)])]
    const change = fc.tuple(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom(...calls),
    )
    await fc.assert(
      fc.asyncProperty(change, async ([position, difference, call]) => {
        const changed = Uint8Array.from(bytes, (byte, index) =>
          index === position ? byte ^ difference : byte,
        )
        expect(await revertOf(answer(resolver, toHex(changed), name, call))).toEqual(invalidProof)
      }),
      { numRuns: 600, seed: 20261126 },
    )
  })

  test('rule: a file with one bit changed is refused, for every byte of it', async () => {
    for (const position of bytes.keys()) {
      const changed = Uint8Array.from(bytes, (byte, index) => (index === position ? byte ^ 1 : byte))
      expect(await revertOf(description(toHex(changed), name))).toEqual(invalidProof)
    }
  })

  test('property: a file with any bytes inserted or removed is refused', async () => {
    const cut = fc.tuple(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 0, max: 64 }),
      fc.uint8Array({ maxLength: 64 }),
    )
    await fc.assert(
      fc.asyncProperty(cut, async ([start, removed, inserted]) => {
        const changed = Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)])
        fc.pre(!changed.equals(bytes))
        const revert = await revertOf(description(toHex(changed), name))
        expect(revert).toMatchObject({ name: expect.stringMatching(/^(InvalidProof|ShortProof)$/) })
      }),
      { numRuns: 300, seed: 20261126 },
    )
  })

  test('rule: a file that is too short for its proof is refused', async () => {
    for (const length of [0, 1, 31, 32, proofBytes - 1])
      expect(
        await revertOf(description(length === 0 ? '0x' : slice(responseFor(name), 0, length), name)),
      ).toEqual({
        name: 'ShortProof',
        args: [BigInt(length)],
      })
    expect(await revertOf(description(slice(responseFor(name), 0, proofBytes), name))).toEqual(invalidProof)
  })
})

describe('files of other buckets', () => {
  test('rule: a file is refused for each name of another bucket, so no name can be denied by it', async () => {
    for (const name of Object.keys(names))
      for (const [index, response] of zone.responses.entries())
        if (index !== bucketIndex(name, depth))
          expect(await revertOf(description(response, name))).toEqual(invalidProof)
  })

  test('rule: the bucket of one file below the proof of another is refused', async () => {
    const name = 'n0.demo.eth'
    const other = zone.responses.find((response) => response !== responseFor(name)) ?? '0x'
    const swapped = [
      concat([slice(responseFor(name), 0, proofBytes), slice(other, proofBytes)]),
      concat([slice(other, 0, proofBytes), slice(responseFor(name), proofBytes)]),
    ]
    for (const response of swapped) expect(await revertOf(description(response, name))).toEqual(invalidProof)
  })

  test('rule: siblings that change places are refused', async () => {
    const name = 'n0.demo.eth'
    const response = responseFor(name)
    const swapped = concat([slice(response, 32, 64), slice(response, 0, 32), slice(response, 64)])
    expect(await revertOf(description(swapped, name))).toEqual(invalidProof)
  })
})

describe('trees', () => {
  test('rule: a hash of two hashes is not a bucket, and a bucket is not a hash of two hashes', async () => {
    const [left, right] = [bucketHash(0, '0x'), bucketHash(1, '0x')]
    const { root } = zoneOf(['0x', '0x'])
    const shallow = await deployFrozenResolver(chain, { root, depth: 0 })
    for (const bucket of [concat([left, right]), concat(['0x01', left, right])])
      expect(await revertOf(description(bucket, 'n0.demo.eth', shallow))).toEqual(invalidProof)

    const name = 'n0.demo.eth'
    const deeper = await deployFrozenResolver(chain, { root: bucketHash(0, concat([left, right])), depth: 1 })
    const index = bucketIndex(name, 1)
    const response = index === 0 ? concat([right, left]) : concat([left, right])
    expect(await revertOf(description(response, name, deeper))).toEqual(invalidProof)
  })

  test.each([depth - 1, depth + 1])(
    'rule: files of a tree of another depth are refused by a contract of depth %i',
    async (other) => {
      const name = 'n0.demo.eth'
      const wrong = await deployFrozenResolver(chain, { root: zone.root, depth: other })
      const response = responseFor(name)
      const responses = [response, slice(response, 32), concat([bucketHash(0, '0x'), response])]
      for (const candidate of responses)
        expect(await revertOf(description(candidate, name, wrong))).toEqual(invalidProof)
    },
  )

  test('rule: equal buckets at two indices have two hashes, so neither stands for the other', async () => {
    const bucket = encodeBucket({ 'n0.demo.eth': names['n0.demo.eth'] ?? [] })
    const equal = zoneOf([bucket, bucket])
    const both = await deployFrozenResolver(chain, { root: equal.root, depth: 1 })
    const index = bucketIndex('n0.demo.eth', 1)
    const [right = '0x', wrong = '0x'] = [equal.responses[index], equal.responses[1 - index]]
    expect(decodeText(await description(right, 'n0.demo.eth', both))).toBe('name 0')
    expect(await revertOf(description(wrong, 'n0.demo.eth', both))).toEqual(invalidProof)
  })

  test('rule: an empty bucket proves that names are absent', async () => {
    const empty = freezeNames({}, 4)
    const none = await deployFrozenResolver(chain, { root: empty.root, depth: 4 })
    for (const name of ['n0.demo.eth', 'demo.eth', 'x.demo.eth']) {
      const response = empty.responses[bucketIndex(name, 4)] ?? '0x'
      expect(size(response)).toBe(4 * 32)
      expect(decodeText(await description(response, name, none))).toBe('')
    }
  })

  test.each([0, 1, 8])('rule: a zone of depth %i resolves each of its names', async (other) => {
    const { root, responses } = freezeNames(names, other)
    const contract = await deployFrozenResolver(chain, { root, depth: other })
    for (const index of Object.keys(names).keys()) {
      const name = `n${index}.demo.eth`
      const response = responses[bucketIndex(name, other)] ?? '0x'
      expect(decodeText(await description(response, name, contract))).toBe(`name ${index}`)
    }
  })

  test('rule: a bucket that its owner committed malformed reverts, and reads nothing outside of itself', async () => {
    const name = 'n0.demo.eth'
    const whole = encodeBucket({ [name]: names[name] ?? [] })
    const longer = size(whole) - 36 + 200
    const malformed = [
      slice(whole, 0, 35),
      slice(whole, 0, size(whole) - 1),
      concat([slice(whole, 0, 32), toHex(longer, { size: 4 }), slice(whole, 36)]),
      concat([slice(whole, 0, 36), '0xffff', slice(whole, 38)]),
      concat([slice(whole, 0, 38), '0xffffffff', slice(whole, 42)]),
    ]
    for (const bucket of malformed) {
      const contract = await deployFrozenResolver(chain, { root: bucketHash(0, bucket), depth: 0 })
      const failure = await answer(contract, bucket, name, addrCall(name)).catch((error: Error) => error)
      const isEmpty = failure === `0x${'0'.repeat(64)}`
      expect(isEmpty || String(failure).includes('revert')).toBe(true)
    }
  })
})
