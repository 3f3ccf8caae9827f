import type { PolicySummary } from './policy-summary.ts'

/** Whether names can be claimed now. */
export type ClaimStatus = 'open' | 'closed' | 'not-open-yet' | 'over' | 'full'

interface ClaimableDomain {
  readonly isFull: boolean
  readonly policy?: PolicySummary | null
}

export function claimStatus({ isFull, policy }: ClaimableDomain, now: number): ClaimStatus {
  if (!policy || policy.claims === 'closed') return 'closed'
  if (policy.opensAt !== null && now < Date.parse(policy.opensAt)) return 'not-open-yet'
  if (policy.closesAt !== null && now >= Date.parse(policy.closesAt)) return 'over'
  return isFull ? 'full' : 'open'
}
