import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SigningScheme } from '../gateway/digest.ts'
import { bytesOf, createFairLane, type FairLane, type Pending } from './fair-lane.ts'

const contextOf = (scheme: SigningScheme, contract = 0) =>
  ({ scheme, chainId: 1, resolver: `0x${String(contract).padStart(40, '0')}` }) as const

function pendingOf(client: string, size = 1, since = 0): Pending {
  const response = { expires: 1, request: new Uint8Array(size), result: new Uint8Array() }
  return { response, leaf: new Uint8Array(), client, since, resolve: () => {}, reject: () => {} }
}

const limits = { maxBatch: 8, maxBatchBytes: 100_000 }

function takeAll(lane: FairLane): readonly (readonly Pending[])[] {
  const batches: (readonly Pending[])[] = []
  for (let batch = lane.take(); batch; batch = lane.take()) batches.push(batch.pending)
  return batches
}

const arrivals = fc.array(
  fc.record({
    client: fc.constantFrom('a', 'b', 'c', 'd'),
    contract: fc.nat(2),
    scheme: fc.constantFrom('merkle' as const, 'chain-bound' as const),
    size: fc.integer({ min: 1, max: 60_000 }),
  }),
  { maxLength: 80 },
)

test('property: while a client waits, no other one has two more signatures begun with its response', () => {
  fc.assert(
    fc.property(arrivals, (all) => {
      const lane = createFairLane(limits)
      for (const { client, contract, scheme, size } of all)
        lane.add(contextOf(scheme, contract), pendingOf(client, size))
      const left = new Map<string, number>()
      for (const { client } of all) left.set(client, (left.get(client) ?? 0) + 1)
      const turnsSince = new Map<string, Map<string, number>>()
      for (const batch of takeAll(lane)) {
        const served = new Set(batch.map(({ client }) => client))
        for (const { client } of batch) left.set(client, (left.get(client) ?? 0) - 1)
        const [first] = batch
        for (const [client, count] of left) {
          const turns = turnsSince.get(client) ?? new Map<string, number>()
          turnsSince.set(client, turns)
          if (served.has(client) || count === 0) turns.clear()
          else if (first) turns.set(first.client, (turns.get(first.client) ?? 0) + 1)
          for (const turn of turns.values()) expect(turn).toBeLessThanOrEqual(1)
        }
      }
      expect([lane.size(), lane.bytes(), ...left.values()].every((count) => count === 0)).toBe(true)
    }),
  )
})

test('property: a signature for many has one contract, is within its bounds, and its clients differ by one at most while both wait', () => {
  fc.assert(
    fc.property(arrivals, (all) => {
      const lane = createFairLane(limits)
      const contracts = new Map<Pending, string>()
      for (const { client, contract, scheme, size } of all) {
        const pending = pendingOf(client, size)
        contracts.set(pending, `${scheme} ${contract}`)
        lane.add(contextOf(scheme, contract), pending)
      }
      const waiting = new Set(contracts.keys())
      for (const batch of takeAll(lane)) {
        expect(new Set(batch.map((pending) => contracts.get(pending))).size).toBe(1)
        expect(batch.length).toBeLessThanOrEqual(limits.maxBatch)
        const sum = batch.reduce((bytes, pending) => bytes + bytesOf(pending), 0)
        expect(batch.length === 1 || sum <= limits.maxBatchBytes).toBe(true)
        for (const pending of batch) waiting.delete(pending)
        const [contract] = batch.map((pending) => contracts.get(pending))
        const countOf = (name: string) => batch.filter(({ client }) => client === name).length
        const still = new Set(
          [...waiting].flatMap((pending) => (contracts.get(pending) === contract ? [pending.client] : [])),
        )
        const most = Math.max(...batch.map(({ client }) => countOf(client)))
        if (contract?.startsWith('merkle'))
          for (const client of still) expect(most - countOf(client)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('property: a response counts with its request, its result and 512 bytes more', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(2_000), (request, result) => {
      const response = { expires: 1, request: new Uint8Array(request), result: new Uint8Array(result) }
      expect(bytesOf({ response })).toBe(request + result + 512)
    }),
  )
})

test('rule: the client with most bytes loses its last one, unless it is the one that adds', () => {
  const lane = createFairLane(limits)
  for (const size of [100, 200]) lane.add(contextOf('merkle'), pendingOf('large', size))
  lane.add(contextOf('merkle'), pendingOf('small', 50))
  expect(lane.takeFromLargest('large')).toBeUndefined()
  expect(lane.takeFromLargest('small')?.response.request).toHaveLength(200)
  expect(lane.takeFromLargest('new')?.response.request).toHaveLength(100)
  expect([lane.size(), lane.bytes()]).toEqual([1, 50 + 512])
})

test('rule: those that wait since before a time are removed, of each client', () => {
  const lane = createFairLane(limits)
  for (const since of [1, 2, 3]) {
    lane.add(contextOf('merkle'), pendingOf('a', 1, since))
    lane.add(contextOf('chain-bound'), pendingOf('b', 1, since))
  }
  expect(
    lane
      .takeOlderThan(3)
      .map(({ since }) => since)
      .toSorted(),
  ).toEqual([1, 1, 2, 2])
  expect(takeAll(lane).map((batch) => batch.length)).toEqual([1, 1])
})
