import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroups } from './groups.ts'

function fulfilled<T>(value: T): PromiseSettledResult<T> {
  return { status: 'fulfilled', value }
}

/** Groups that note their members, and return each with the number of its group. */
function notedGroups({ maxMembers = 100 } = {}) {
  const noted: (readonly string[])[] = []
  const turns: PromiseWithResolvers<void>[] = []
  const groups = createGroups({
    run: async (members: readonly string[]) => {
      noted.push([...members])
      return members.map((member) => fulfilled(`${member} of ${noted.length}`))
    },
    inTurn: async (first, run) => {
      const turn = Promise.withResolvers<void>()
      turns.push(turn)
      if (first.startsWith('waiting')) await turn.promise
      return run()
    },
    maxMembers,
  })
  return { groups, noted, turns }
}

test('rule: members that arrive in a round of the event loop are a group, in the order of their arrival', async () => {
  const { groups, noted } = notedGroups()
  const first = ['a', 'b', 'c'].map((member) => groups.add('key', member))
  expect(await Promise.all(first)).toEqual(['a of 1', 'b of 1', 'c of 1'])
  expect(await groups.add('key', 'd')).toBe('d of 2')
  expect(noted).toEqual([['a', 'b', 'c'], ['d']])
})

test('rule: a group takes members until it is its turn, later ones are in the next', async () => {
  const { groups, noted, turns } = notedGroups()
  const waiting = groups.add('key', 'waiting')
  await nextRound()
  const joined = groups.add('key', 'joined')
  turns[0]?.resolve()
  expect(await Promise.all([waiting, joined])).toEqual(['waiting of 1', 'joined of 1'])
  await groups.add('key', 'late')
  expect(noted).toEqual([['waiting', 'joined'], ['late']])
})

test('rule: members of different keys, and those above the most of a group, are in groups of their own', async () => {
  const { groups, noted } = notedGroups({ maxMembers: 2 })
  await Promise.all([...['a', 'b', 'c'].map((member) => groups.add('one', member)), groups.add('other', 'd')])
  expect(noted).toEqual([['a', 'b'], ['c'], ['d']])
})

test('rule: a member that fails rejects alone, a group that fails rejects each of its members', async () => {
  const groups = createGroups({
    run: async (members: readonly string[]) => {
      if (members.includes('all')) throw new Error('all')
      return members.map(
        (member): PromiseSettledResult<string> =>
          member === 'bad' ? { status: 'rejected', reason: new Error(member) } : fulfilled(member),
      )
    },
    maxMembers: 100,
  })
  const add = (...members: readonly string[]) =>
    Promise.all(members.map((member) => groups.add('key', member).catch((error: Error) => error.message)))
  expect(await Promise.allSettled([groups.add('key', 'good'), groups.add('key', 'bad')])).toEqual([
    fulfilled('good'),
    { status: 'rejected', reason: new Error('bad') },
  ])
  expect(await add('one', 'all')).toEqual(['all', 'all'])
  expect(await add('next')).toEqual(['next'])
})

test('rule: a group whose turn does not come rejects, and the next one has members of its own', async () => {
  let hasTurn = false
  const groups = createGroups({
    run: async (members: readonly string[]) => members.map(fulfilled),
    inTurn: async (_first, run) => {
      if (!hasTurn) throw new Error('no turn')
      return run()
    },
    maxMembers: 100,
  })
  await expect(groups.add('key', 'a')).rejects.toThrow('no turn')
  hasTurn = true
  expect(await groups.add('key', 'b')).toBe('b')
})
