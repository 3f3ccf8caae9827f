import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatLag, parseLag } from './lag.ts'

it('rule: a lag is read as it was written, to the second, also one that is not known', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), (lagMs) => {
      const read = parseLag(formatLag(lagMs)) ?? Number.NaN
      return Math.abs(read - lagMs) <= 500
    }),
  )
  expect(parseLag(formatLag(Number.POSITIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY)
})

it.each([undefined, '', '-1', '1.5', '1e3', '0x10', '9999999999', 'NaN', 'Infinity'])(
  'rule: %s is no lag',
  (text) => expect(parseLag(text)).toBeUndefined(),
)
