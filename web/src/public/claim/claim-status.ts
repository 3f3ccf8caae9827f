import type { DomainPage, VisitorPolicy } from '../page-data.ts'
import type { OpenInvitation } from './check-invitation.ts'

/** Whether names can be claimed now, without or with an invitation link, which lifts what is closed but not the limit. */
export type ClaimStatus = VisitorPolicy['state'] | 'full'

export function claimStatus({ isFull, policy }: DomainPage, invitation?: OpenInvitation): ClaimStatus {
  const state = invitation ? 'open' : policy.state
  return state === 'open' && isFull ? 'full' : state
}
