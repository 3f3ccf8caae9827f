import { expect, test } from 'vitest'
import { resolvedData } from './resolved.ts'

test('rule: its examples, of one name and of several, are answers that may be given', () => {
  expect(resolvedData.options).toHaveLength(2)
  for (const schema of resolvedData.options) {
    const { example } = schema.meta() ?? {}
    expect(schema.parse(example)).toEqual(example)
  }
})
