import { maxUint64, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { type Expiry, expiryOf, type V2State } from './expiry.ts'

const now = 1_800_000_000n
const day = 86_400n
const later = now + 1000n * day
const owner = '0x1111111111111111111111111111111111111111'

function state(status: number, expiry: bigint, latestOwner: V2State['latestOwner'] = zeroAddress): V2State {
  return {
    status,
    expiry,
    latestOwner,
  }
}
const never = state(0, 0n)

interface Case {
  readonly title: string
  readonly v1: bigint
  readonly v2: V2State | undefined
  readonly expected: readonly [bigint, Expiry['generation'], Expiry['status']] | undefined
}

test.each<Case>([
  { title: 'v1 alone', v1: later, v2: undefined, expected: [later, 1, 'active'] },
  { title: 'v1, and never in v2', v1: later, v2: never, expected: [later, 1, 'active'] },
  { title: 'v2 alone', v1: 0n, v2: state(2, later, owner), expected: [later, 2, 'active'] },
  { title: 'both: v2 wins', v1: later + day, v2: state(2, later, owner), expected: [later, 2, 'active'] },
  { title: 'reserved: v1 tells', v1: later, v2: state(1, later + 62n * day), expected: [later, 1, 'active'] },
  {
    title: 'reserved, and in grace in v1',
    v1: now - day,
    v2: state(1, later),
    expected: [now - day, 1, 'grace'],
  },
  {
    title: 'reserved, and nothing left in v1',
    v1: 0n,
    v2: state(1, later),
    expected: [later, 2, 'reserved'],
  },
  { title: 'a reservation that is over', v1: 0n, v2: state(0, now - 1n), expected: [now - 1n, 2, 'expired'] },
  { title: 'the second of expiry in v1', v1: now, v2: undefined, expected: [now, 1, 'grace'] },
  {
    title: 'the last second of grace in v1',
    v1: now - 90n * day + 1n,
    v2: undefined,
    expected: [now - 90n * day + 1n, 1, 'grace'],
  },
  {
    title: 'after the grace in v1',
    v1: now - 90n * day,
    v2: undefined,
    expected: [now - 90n * day, 1, 'expired'],
  },
  {
    title: 'grace in v2, whatever v1 says',
    v1: later,
    v2: state(0, now - 27n * day, owner),
    expected: [now - 27n * day, 2, 'grace'],
  },
  {
    title: 'after the grace in v2',
    v1: later,
    v2: state(0, now - 28n * day, owner),
    expected: [now - 28n * day, 2, 'expired'],
  },
  { title: 'never, without v2', v1: 0n, v2: undefined, expected: undefined },
  { title: 'never, with v2', v1: 0n, v2: never, expected: undefined },
  { title: 'without an end', v1: 0n, v2: state(2, maxUint64, owner), expected: [maxUint64, 2, 'active'] },
])('$title', ({ v1, v2, expected }) => {
  const found = expiryOf(now, v1, v2)
  expect(found && [found.seconds, found.generation, found.status]).toEqual(expected)
})
