import { expect, test } from 'vitest'
import { createCursors } from './page.ts'

const cursors = createCursors('a secret')

test('rule: cursors of small and large numbers have one length', () => {
  const lengths = [1, 999, 4_294_967_296, 999_999_999_999_999].map(
    (position) => cursors.seal(['events'], position).length,
  )
  expect(new Set(lengths).size).toBe(1)
})

test.each([7, 'a text', ['label', 2], [3, ['a', 'b']]] as const)(
  'rule: %j is opened for its own list only',
  (position) => {
    const cursor = cursors.seal(['names', 'demo.eth'], position)
    expect(cursors.open(['names', 'demo.eth'], cursor)).toEqual(position)
    expect(cursors.open(['names', 'other.eth'], cursor)).toBeUndefined()
    expect(createCursors('another secret').open(['names', 'demo.eth'], cursor)).toBeUndefined()
  },
)
