import { expect, test } from 'vitest'
import { rebaseFields } from './use-draft.ts'

test('rule: what is typed stays, and what others have stored is shown in the fields that are not changed', () => {
  const base = { title: 'Old', words: 'Old', links: ['a'] }
  const draft = { ...base, title: 'Typed' }
  const stored = { title: 'Theirs', words: 'Theirs', links: ['a', 'b'] }
  expect(rebaseFields(draft, base, stored)).toEqual({ ...stored, title: 'Typed' })
  expect(rebaseFields(base, base, stored)).toEqual(stored)
})
