import { expect, test } from 'vitest'
import { describeNeeds, needs } from './operation-auth.ts'

test.each([
  [needs('read'), 'Needs an API key of the workspace or the session of a member.'],
  [needs('names:write'), 'Needs an API key with scope `names:write` or the session of an editor.'],
  [needs('admin'), 'Needs an admin key or the session of an operator.'],
  [
    needs('read', { signature: 'instead' }),
    'Needs an API key of the workspace, the session of a member, or a signature.',
  ],
  [{ accepts: [] }, undefined],
])('%j is described as %j', (auth, sentence) => {
  expect(describeNeeds(auth)).toBe(sentence)
})
