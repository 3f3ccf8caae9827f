import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinTypeOf, keyOfCoin } from './coins.ts'

test.each([
  [60, 60],
  [0, 0],
  [501, 501],
  [2147483648, 2147483648],
  [8453, 2147492101],
  [10, 2147483658],
  [42161, 2147525809],
  [56, 2147483704],
  [137, 2147483785],
  [43114, 2147526762],
  [100, 2147483748],
  [324, 2147483972],
  [118, 118],
  [397, 397],
  [59144, 2147542792],
  [534352, 2148018000],
  [9004, 9004],
  [784, 784],
  [130, 2147483778],
  [80094, 2147563742],
  [480, 2147484128],
  [7777777, 2155261425],
  [42220, 2147525868],
  [22, 637],
  [8, 283],
  [143, 2147483791],
  [42101, 2147525749],
  [354, 354],
  [913, 913],
])('the key %i means the coin type %i', (key, coinType) => {
  expect(coinTypeOf(key)).toBe(coinType)
  expect(keyOfCoin(coinType)).toBe(key)
})

test('a coin type whose number is the key of another one is written so that it can be read back', () => {
  for (const coinType of [8, 10, 22, 56, 100, 137]) expect(coinTypeOf(keyOfCoin(coinType))).toBe(coinType)
})

test('property: whatever is read of a coin type can be written back, and a key means one coin type', () => {
  const listed = [8, 10, 22, 56, 283, 637, 42220, 2 ** 31 + 10, 2 ** 31, 2 ** 32 - 1, 7777777]
  const coinTypes = fc.oneof(fc.nat(2 ** 31 - 1), fc.nat(100), fc.constantFrom(...listed))
  fc.assert(
    fc.property(coinTypes, coinTypes, (one, two) => {
      expect(coinTypeOf(keyOfCoin(one))).toBe(one)
      expect(keyOfCoin(one) === keyOfCoin(two)).toBe(one === two)
      expect(coinTypeOf(one + 2 ** 32)).toBe(one)
    }),
    { numRuns: 500 },
  )
})

test.each([-1, 1.5, Number.NaN, 2 ** 33])('%d is no key', (key) => {
  expect(coinTypeOf(key)).toBeUndefined()
})
