import { expect, test } from 'vitest'
import { examplePolicy } from './example-policy.ts'
import { type PolicyDraft, policyDraftOf } from './policy-fields.ts'
import { presetOf, presets, withPreset } from './presets.ts'

const draft = policyDraftOf(examplePolicy)

test.each(presets.map(({ id }) => id))('%s: the form shows the preset that was chosen', (preset) => {
  expect(presetOf(withPreset(draft, preset))).toBe(preset)
})

test('a closed page keeps its conditions', () => {
  const closed: PolicyDraft = withPreset(withPreset(draft, 'list'), 'invitation')
  expect(closed).toMatchObject({ claims: false, isAllowListed: true })
})

test('a token and a list together are shown as the token, and the list stays on', () => {
  const both = { ...withPreset(draft, 'token'), isAllowListed: true }
  expect([presetOf(both), both.isAllowListed]).toEqual(['token', true])
})
