import type { DomainPage, VisitorPolicy } from '../page-data.ts'

/** Whether names can be claimed now. */
export type ClaimStatus = VisitorPolicy['state'] | 'full'

export function claimStatus({ isFull, policy }: DomainPage): ClaimStatus {
  return policy.state === 'open' && isFull ? 'full' : policy.state
}
