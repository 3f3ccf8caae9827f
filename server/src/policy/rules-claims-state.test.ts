import { expect, test } from 'vitest'
import { defaultPolicySettings } from '../model/policy.ts'
import { claimsStateOf, evaluatePolicy } from './rules.ts'

const windows = [
  { opensAt: null, closesAt: null },
  { opensAt: 100, closesAt: null },
  { opensAt: null, closesAt: 200 },
  { opensAt: 100, closesAt: 200 },
]

test('rule: claims are open exactly when the policy refuses no claim for its time, and the state names the rule', () => {
  for (const claims of ['closed', 'open'] as const)
    for (const window of windows)
      for (const now of [99, 100, 199, 200]) {
        const policy = { ...defaultPolicySettings, claims, ...window }
        const request = { action: 'claim', domain: 'demo.eth', label: 'alice', now } as const
        expect(claimsStateOf(policy, now)).toBe(evaluatePolicy(policy, request).rule ?? 'open')
      }
})
