import type { PolicySettings } from '../model/policy.ts'

export type ClaimsState = 'closed' | 'not-open-yet' | 'open' | 'over'

/** As the first rules of `evaluatePolicy` decide. */
export function claimsStateOf(
  { claims, opensAt, closesAt }: Pick<PolicySettings, 'claims' | 'opensAt' | 'closesAt'>,
  now: number,
): ClaimsState {
  if (claims === 'closed') return 'closed'
  if (opensAt !== null && now < opensAt) return 'not-open-yet'
  return closesAt !== null && now >= closesAt ? 'over' : 'open'
}
