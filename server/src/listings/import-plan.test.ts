import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skeletonOf } from '../ens/skeleton.ts'
import { problemOf, toEntry } from './import-form.ts'
import { ImportPlan, type PlannedName, withPlanned } from './import-plan.ts'

const wallets = ['aa', 'bb', 'cc'].map((byte): `0x${string}` => `0x${byte.repeat(20)}`)
const holder = fc.option(
  fc.constantFrom(...wallets, `0x${'AA'.repeat(20)}`, `eip155:8453:${wallets[1]}`, 'no address', '0x12'),
  { nil: undefined },
)
const planned: fc.Arbitrary<PlannedName> = fc.record({
  label: fc.constantFrom('alice', 'a1ice', 'bob', 'b0b', 'carol'),
  holder,
  replacedHolder: holder,
})
const parts = fc.array(fc.array(planned, { maxLength: 5 }), { maxLength: 5 })

/** By wallet, in lower case. */
function changesOf(names: readonly PlannedName[]): ReadonlyMap<string, number> {
  const changes = new Map<string, number>()
  const add = (text: string | undefined, count: number) => {
    const wallet = /0x[0-9a-f]{40}$/.exec(text?.toLowerCase() ?? '')?.[0]
    if (wallet !== undefined) changes.set(wallet, (changes.get(wallet) ?? 0) + count)
  }
  for (const { holder: now, replacedHolder } of names) {
    add(now, 1)
    add(replacedHolder, -1)
  }
  return changes
}

test('property: a part of an import gets what the parts before it would write, as far as it depends on it', () => {
  fc.assert(
    fc.property(parts, fc.array(planned, { maxLength: 4 }), (all, part) => {
      const plan = new ImportPlan()
      for (const each of all) plan.add(each)
      const before = all.flat()
      const told = plan.before(part)
      expect(told.names).toBe(before.filter(({ replacedHolder }) => replacedHolder === undefined).length)
      const changes = changesOf(before)
      const asked = new Set([
        ...changesOf(part.map(({ label, holder: of }) => ({ label, holder: of }))).keys(),
      ])
      expect(new Map(told.holders.map(({ address, names }) => [address as string, names]))).toEqual(
        new Map([...changes].filter(([wallet, count]) => asked.has(wallet) && count !== 0)),
      )
      const skeletons = new Set(part.map(({ label }) => skeletonOf(label)))
      const last = new Map(before.map(({ label }) => [skeletonOf(label), label]))
      expect([...told.labels].toSorted()).toEqual(
        [...last].flatMap(([skeleton, label]) => (skeletons.has(skeleton) ? [label] : [])).toSorted(),
      )
    }),
  )
})

test('property: names that a part would write count for those after them as in the next part', () => {
  fc.assert(
    fc.property(parts, (all) => {
      const none = { names: 0, holders: [], labels: [] }
      const counted = all.reduce(withPlanned, none)
      const sums = new Map<string, number>()
      for (const { address, names } of counted.holders) sums.set(address, (sums.get(address) ?? 0) + names)
      expect(sums).toEqual(changesOf(all.flat()))
      expect(counted.labels).toEqual(all.flat().map(({ label }) => label))
      const plan = new ImportPlan()
      for (const each of all) plan.add(each)
      expect(plan.before([]).names).toBe(counted.names)
    }),
  )
})

const lastTime = 8_640_000_000_000_000
const named = { label: 'alice', isClaimed: true, records: {} }

test.each([
  [{}, undefined],
  ...(['createdAt', 'updatedAt', 'claimedAt'] as const).flatMap((field) => [
    [{ [field]: lastTime }, undefined],
    [{ [field]: -lastTime }, undefined],
    [{ [field]: lastTime + 1 }, 'A time of it is not a date.'],
    [{ [field]: -lastTime - 1 }, 'A time of it is not a date.'],
  ]),
  [{ records: { addresses: [{ coinType: 60, address: '0x' }] } }, undefined],
  [{ records: { addresses: [{ coinType: 1.5, address: '0x12' }] } }, 'Its address 0x12 has no coin type.'],
  [
    { records: { addresses: [{ coinType: Number.NaN, address: '0x12' }] } },
    'Its address 0x12 has no coin type.',
  ],
] as [object, string | undefined][])('rule: a name with %j has the problem %j', (change, problem) => {
  const name = { ...named, ...change }
  expect(problemOf(name)).toBe(problem)
  expect(toEntry({ row: 3, name, doubts: ['?'] })).toMatchObject({
    ...{ row: 3, label: 'alice', problem: problem ?? null, doubts: problem === undefined ? ['?'] : [] },
  })
})

test('rule: a name is sent with all that it has, what is unknown as null, and no address without its text', () => {
  const times = { createdAt: 0, updatedAt: 1_600_000_000_000, claimedAt: 1_000 }
  const texts = [{ key: 'url', value: 'x' }]
  const addresses = [{ coinType: 60, address: '0x12' }, { coinType: 0 }]
  const records = { addresses, texts, contenthash: 'ipfs://b' }
  const sent = toEntry({ row: 1, name: { ...named, ...times, holder: '0x12', records }, doubts: [] })
  expect(sent.name).toEqual({
    ...{ label: 'alice', state: 'claimed', holder: '0x12', createdAt: '1970-01-01T00:00:00.000Z' },
    ...{ updatedAt: '2020-09-13T12:26:40.000Z', claimedAt: '1970-01-01T00:00:01.000Z', texts },
    ...{ addresses: [{ coinType: 60, address: '0x12' }], contentHash: 'ipfs://b' },
  })
  expect(toEntry({ row: 1, name: { ...named, isClaimed: false }, doubts: [] }).name).toEqual({
    ...{ label: 'alice', state: 'reserved', holder: null, createdAt: null, updatedAt: null },
    ...{ claimedAt: null, addresses: [], texts: [], contentHash: null },
  })
  expect(toEntry({ row: 2, label: 'x', problem: 'No.' })).toEqual({
    ...{ row: 2, label: 'x', name: null, problem: 'No.', doubts: [] },
  })
})
