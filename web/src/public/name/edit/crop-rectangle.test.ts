import { expect, test } from 'vitest'
import { cropRectangle } from './crop-rectangle.ts'

const picture = { width: 400, height: 300 }

test('without zoom, as much of the picture as the aspect allows is shown', () => {
  expect(cropRectangle(picture, { aspect: 1, zoom: 1, center: [0.5, 0.5] })).toEqual({
    ...{ x: 50, y: 0 },
    ...{ width: 300, height: 300 },
  })
  expect(cropRectangle(picture, { aspect: 4, zoom: 1, center: [0.5, 0.5] })).toEqual({
    ...{ x: 0, y: 100 },
    ...{ width: 400, height: 100 },
  })
})

test('the part never leaves the picture', () => {
  for (const center of [
    [0, 0],
    [1, 1],
    [0, 1],
  ] as const) {
    const { x, y, width, height } = cropRectangle(picture, { aspect: 3, zoom: 2, center })
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(picture.width)
    expect(y + height).toBeLessThanOrEqual(picture.height)
  }
})
