import { expect, test } from 'vitest'
import { contrastRatio, groundContrast, minContrast, textColorOn } from './change.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.478],
  ['#767676', '#ffffff', 4.542],
  ['#0000ff', '#ffffff', 8.592],
])('the contrast of %s and %s is %d, in either order', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 3)
  expect(contrastRatio(other, one)).toBeCloseTo(ratio, 3)
})

test('rule: black or white on any colour reaches the minimum', () => {
  const channels = ['00', '33', '66', '77', '80', '99', 'cc', 'ff']
  for (const red of channels)
    for (const green of channels)
      for (const blue of channels) {
        const color = `#${red}${green}${blue}`
        expect(contrastRatio(textColorOn(color), color), color).toBeGreaterThanOrEqual(minContrast)
      }
})

test('rule: a colour between both grounds reaches the minimum on neither', () => {
  expect(groundContrast('#7b7b7b')).toBeLessThan(minContrast)
  expect(groundContrast('#1a56db')).toBeGreaterThan(minContrast)
  expect(groundContrast('#ffd400')).toBeGreaterThan(minContrast)
})
