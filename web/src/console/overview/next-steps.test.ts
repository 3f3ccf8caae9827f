import { expect, test } from 'vitest'
import { nextStepsOf, type StepFacts } from './next-steps.ts'

const nothing: StepFacts = {
  ...{
    isConfigured: undefined,
    names: undefined,
    claims: undefined,
    members: undefined,
    webhooks: undefined,
  },
  kept: new Set(),
}

function stepsOf(facts: Partial<StepFacts>) {
  return nextStepsOf('acme.eth', { ...nothing, ...facts }).map(({ id, isDone }) => (isDone ? `${id} ✓` : id))
}

test('steps of which nothing is known are left out', () => {
  expect(stepsOf({})).toEqual(['export'])
  expect(stepsOf({ isConfigured: true, names: 0 })).toEqual(['point ✓', 'issue', 'arrive', 'export'])
})

test('a closed page is opened before it is shared', () => {
  expect(stepsOf({ claims: 'closed' })).toEqual(['claims', 'export'])
  expect(stepsOf({ claims: 'open' })).toEqual(['claims ✓', 'share', 'export'])
  expect(stepsOf({ claims: 'open', kept: new Set(['shared', 'exported']) })).toEqual([
    'claims ✓',
    'share ✓',
    'export ✓',
  ])
})

test('a workspace of one member asks for a second', () => {
  expect(stepsOf({ members: 1, webhooks: 0 })).toEqual(['invite', 'webhook', 'export'])
  expect(stepsOf({ members: 2, webhooks: 1 })).toEqual(['invite ✓', 'webhook ✓', 'export'])
})
