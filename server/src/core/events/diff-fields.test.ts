import { describe, expect, it } from 'vitest'
import { diffFields, diffList, listFields } from './diff-fields.ts'

interface Door {
  readonly name: string
  readonly colours: readonly string[] | null
  readonly height: number | null
}

const fields = {
  name: ({ name }: Door) => name,
  colours: ({ colours }: Door) => colours,
  height: ({ height }: Door) => height,
}

const door: Door = { name: 'front', colours: ['red', 'blue'], height: null }

describe('diffFields', () => {
  it.each<[string, Door | undefined, Door | undefined, object[]]>([
    [
      'a scalar that differs',
      door,
      { ...door, name: 'back' },
      [{ field: 'name', before: 'front', after: 'back' }],
    ],
    ['equal lists', door, { ...door, colours: ['red', 'blue'] }, []],
    [
      'a list in another order',
      door,
      { ...door, colours: ['blue', 'red'] },
      [{ field: 'colours', before: ['red', 'blue'], after: ['blue', 'red'] }],
    ],
    [
      'a list with a comma within',
      door,
      { ...door, colours: ['red,blue'] },
      [{ field: 'colours', before: ['red', 'blue'], after: ['red,blue'] }],
    ],
    [
      'null and an empty list',
      { ...door, colours: null },
      { ...door, colours: [] },
      [{ field: 'colours', before: null, after: [] }],
    ],
    [
      'an entity that did not exist, without its nulls',
      undefined,
      door,
      [
        { field: 'name', before: null, after: 'front' },
        { field: 'colours', before: null, after: ['red', 'blue'] },
      ],
    ],
    [
      'an entity that does not exist any more',
      { ...door, colours: null, height: 2 },
      undefined,
      [
        { field: 'name', before: 'front', after: null },
        { field: 'height', before: 2, after: null },
      ],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(diffFields(fields, before, after)).toEqual(changes.map((change) => ({ key: null, ...change })))
  })
})

describe('listFields', () => {
  it('equal and absent values', () => {
    expect(listFields(fields, door, door).map(({ field, before, after }) => [field, before, after])).toEqual([
      ['name', 'front', 'front'],
      ['colours', ['red', 'blue'], ['red', 'blue']],
      ['height', null, null],
    ])
  })
})

describe('diffList', () => {
  it.each([
    [
      'members that came and went',
      ['a', 'b'],
      ['b', 'c'],
      2,
      [
        ['a', true, false],
        ['c', false, true],
      ],
    ],
    ['the numbers of more members than are listed', ['a', 'b'], ['c'], 2, [[null, 2, 1]]],
    ['an order that differs', ['a', 'b'], ['b', 'a'], 2, []],
  ])('%s', (_, before, after, maxListed, expected) => {
    const changes = diffList('labels', before, after, maxListed)
    expect(changes.map((change) => [change.key, change.before, change.after])).toEqual(expected)
    expect(changes.every(({ field }) => field === 'labels')).toBe(true)
  })
})
