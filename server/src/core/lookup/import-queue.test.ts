import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { former } from '../../../test/support/gateway/former-fetch.ts'
import { stopMonotonicClock } from '../../../test/support/monotonic-clock.ts'
import { joinName, parseLabel } from '../../ens/names.ts'
import { createImportQueue, type FormerImport, type ImportOutcome } from './import-queue.ts'

function importOf(text: string, domainKey = 1): FormerImport {
  const label = parseLabel(text)
  const query = { type: 'recordList' } as const
  const names = { name: joinName(label, former.name), label }
  return { former: { ...former, key: domainKey }, chainId: 1, query, ...names, client: undefined }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await nextTurn()
}

/** A queue whose imports end by `finish`, or fail by it. */
function heldQueue() {
  const begun: string[] = []
  const outcomes: (readonly [outcome: ImportOutcome, name: string])[] = []
  const held: PromiseWithResolvers<ImportOutcome>[] = []
  const queue = createImportQueue(
    ({ label, former: { key } }) => {
      begun.push(`${key} ${label}`)
      const result = Promise.withResolvers<ImportOutcome>()
      held.push(result)
      return result.promise
    },
    (outcome, name) => outcomes.push([outcome, name]),
  )
  const finish = async (outcome: ImportOutcome) => {
    const count = outcomes.length + held.length
    for (const { resolve, reject } of held.splice(0))
      if (outcome === 'failed') reject(new Error('It is away.'))
      else resolve(outcome)
    await until(() => outcomes.length === count)
  }
  const begin = (count: number) => until(() => begun.length === count)
  return { queue, begun, outcomes, finish, begin }
}

test('rule: four names come over at a time, and the others after them', async () => {
  const { queue, begun, finish, begin } = heldQueue()
  for (let index = 0; index < 10; index++) queue.add(importOf(`name${index}`))
  for (const count of [4, 8, 10]) {
    await begin(count)
    await nextTurn()
    expect(begun).toHaveLength(count)
    await finish('imported')
  }
  await queue.close()
})

test('rule: a name of a domain is tried once in ten minutes, one that failed once in thirty seconds', async () => {
  const wait = stopMonotonicClock()
  const { queue, begun, outcomes, finish, begin } = heldQueue()
  const add = () => {
    for (const name of [importOf('alice'), importOf('alice', 2), importOf('bob')]) queue.add(name)
  }
  const settled: readonly ImportOutcome[] = ['imported', 'taken', 'refused', 'paused']
  let count = 0
  for (const outcome of [...settled, 'failed' as const]) {
    add()
    add()
    count += 3
    await begin(count)
    await finish(outcome)
    wait(outcome === 'failed' ? 29_000 : 599_000)
    add()
    await nextTurn()
    expect(begun).toHaveLength(count)
    wait(2_000)
  }
  add()
  await begin(count + 3)
  await finish('imported')
  expect(begun.slice(0, 3)).toEqual(['1 alice', '2 alice', '1 bob'])
  expect(outcomes.map(([outcome]) => outcome)).toEqual(
    [...settled, 'failed', 'imported'].flatMap((outcome) => Array(3).fill(outcome)),
  )
  await queue.close()
})

test('rule: beyond a thousand names that wait, none is remembered, and each comes over when it is asked for again', async () => {
  const { queue, begun, finish, begin } = heldQueue()
  for (let index = 0; index < 4; index++) queue.add(importOf(`first${index}`))
  await begin(4)
  for (let index = 0; index < 1_001; index++) queue.add(importOf(`name${index}`))
  for (let count = 8; count <= 1_004; count += 4) {
    await finish('imported')
    await begin(count)
  }
  await finish('imported')
  expect(begun.at(-1)).toBe('1 name999')
  queue.add(importOf('name1000'))
  await begin(1_005)
  await finish('imported')
  await queue.close()
})

test('rule: a closed queue completes what it has begun, and begins nothing else', async () => {
  const { queue, begun, outcomes, finish, begin } = heldQueue()
  for (let index = 0; index < 6; index++) queue.add(importOf(`name${index}`))
  await begin(4)
  const closed = queue.close()
  queue.add(importOf('late'))
  await finish('imported')
  await closed
  expect([begun.length, outcomes.length]).toEqual([4, 4])
})
