import { expect, test } from 'vitest'
import { assertValidWindow } from './authorization.ts'

const now = 1_800_000_000

function assert(validAfter: number, validBefore: number) {
  return () => assertValidWindow({ validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) }, now)
}

test.each([
  ['from always, for a minute', 0, now + 60],
  ['from now on', now, now + 60],
  ['for six more seconds', 0, now + 6],
  ['for ten more years', 0, now + 315_360_000],
])('rule: an authorization valid %s is accepted', (_, validAfter, validBefore) => {
  expect(assert(validAfter, validBefore)).not.toThrow()
})

test.each([
  ['a second too early', now + 1, now + 60, 'not-yet-valid'],
  ['for five more seconds', 0, now + 5, 'expired'],
  ['until now', 0, now, 'expired'],
  ['never', 0, 0, 'expired'],
])('an authorization valid %s is rejected', (_, validAfter, validBefore, reason) => {
  expect(assert(validAfter, validBefore)).toThrow(
    expect.objectContaining({ name: 'PaymentRefusedError', reason }),
  )
})
