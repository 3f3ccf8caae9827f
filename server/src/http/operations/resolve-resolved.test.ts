import { expect, test } from 'vitest'
import { resolvedData } from './resolve.ts'

test('rule: the examples of a resolved name and of several are valid responses', () => {
  expect(resolvedData.options).toHaveLength(2)
  for (const schema of resolvedData.options) {
    const { example } = schema.meta() ?? {}
    expect(schema.parse(example)).toEqual(example)
  }
})
