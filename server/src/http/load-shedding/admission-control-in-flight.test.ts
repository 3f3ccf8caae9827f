import { expect, it } from 'vitest'
import { createInFlightLimiter } from './admission-control.ts'

const of = (client: string, ...workspaces: string[]) => ({ client, workspaces })

it('rule: a client, a workspace and all together have their bounds, and what ends is free again', () => {
  const { tryAcquire } = createInFlightLimiter({ total: 5, perClient: 2, perWorkspace: 3 })
  const acquired = [of('a', 'A'), of('a', 'A'), of('b', 'A')].map(tryAcquire)
  expect(acquired.every((release) => typeof release === 'function')).toBe(true)
  expect(tryAcquire(of('a', 'A'))).toBe('perClient')
  expect(tryAcquire(of('c', 'A', 'B'))).toBe('perWorkspace')
  expect([tryAcquire(of('d', 'B')), tryAcquire(of('192.0.2.1'))]).toEqual([
    expect.any(Function),
    expect.any(Function),
  ])
  expect(tryAcquire(of('e', 'C'))).toBe('total')
  const [first] = acquired
  if (typeof first === 'function') first()
  expect(tryAcquire(of('a', 'A'))).toEqual(expect.any(Function))
})
