import { expect, test } from 'vitest'
import { loneliness, replacementsOf } from './key-relations.ts'

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const key = (id: string, changes: object = {}) => ({
  ...{ id, name: 'shop', prefix: id, createdAt: at(-100), expiresAt: null, revokedAt: null },
  ...changes,
})

test('rule: a key is replaced by the next one of its name, if it ends by that', () => {
  const old = key('old', { expiresAt: at(1) })
  const next = key('next', { createdAt: at(0) })
  const replaced = replacementsOf([next, old])
  expect([...replaced].map(([id, { id: by }]) => [id, by])).toEqual([['old', 'next']])
  for (const other of [
    key('next', { createdAt: at(0), name: 'other' }),
    key('next', { createdAt: at(-200) }),
    key('next', { createdAt: at(-400) }),
  ])
    expect(replacementsOf([old, other]).get('old')).toBeUndefined()
  expect(replacementsOf([key('old'), next]).size).toBe(0)
  const third = key('third', { createdAt: at(0.5) })
  const chain = replacementsOf([old, { ...next, expiresAt: at(0.5) }, third])
  expect([...chain].map(([id, { id: by }]) => [id, by])).toEqual([
    ['old', 'next'],
    ['next', 'third'],
  ])
})

test('rule: the last key that works, and the last besides such that end, is said to be that', () => {
  const [one, ended, revoked] = [
    key('one'),
    key('ended', { expiresAt: at(-1) }),
    key('gone', { revokedAt: at(-1) }),
  ]
  expect(loneliness([one, ended, revoked], 'one')).toEqual({ until: null })
  const [soon, later] = [key('soon', { expiresAt: at(1) }), key('later', { expiresAt: at(5) })]
  expect(loneliness([one, soon, later], 'one')).toEqual({ until: later.expiresAt })
  expect(loneliness([one, soon, key('other')], 'one')).toBeUndefined()
})
