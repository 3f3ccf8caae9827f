import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittingColumns, nameColumns } from './columns.ts'

const all = nameColumns.map(({ id }) => id)

test.each([
  [18, []],
  [27, ['state']],
  [40, ['holder', 'state']],
  [100, all],
])('a table of %d rem has the columns %j', (width, columns) => {
  expect(fittingColumns(all, width)).toEqual(columns)
})

test('property: at each width the name keeps 12 rem, and a wider table has no column less', () => {
  fc.assert(
    fc.property(fc.subarray(all), fc.double({ min: 17.5, max: 120, noNaN: true }), (chosen, width) => {
      const columns = fittingColumns(chosen, width)
      const taken = nameColumns.reduce(
        (sum, { id, rem }) => sum + (columns.includes(id) ? rem + 0.5 : 0),
        5.5,
      )
      expect(width - taken).toBeGreaterThanOrEqual(12)
      expect(chosen).toEqual(expect.arrayContaining([...columns]))
      expect(fittingColumns(chosen, width + 1)).toEqual(expect.arrayContaining([...columns]))
    }),
  )
})
