import { expect, test } from 'vitest'
import { type PolicyDraft, policyDraftOf } from './policy-fields.ts'
import { presetOf, presets, withPreset } from './presets.ts'

const times = { opensAt: null, closesAt: null }
const lists = { reservedLabels: [], blockedLabels: [], blockedParts: [] }
// Safe: only these settings have a part in a preset, or a draft that is made of more than their text.
const draft = policyDraftOf({
  ...{ claims: 'closed', isAllowListed: false, tokenGate: null, ...times, ...lists },
} as never)

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
