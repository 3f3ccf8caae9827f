import type { PolicySettings } from '../../model/policy.ts'
import { type ClaimsState, claimsStateOf } from '../../policy/claims-state.ts'

/** What a visitor may know of a policy: not its lists of labels and addresses. */
export interface VisitorPolicy
  extends Pick<
    PolicySettings,
    | 'opensAt'
    | 'closesAt'
    | 'minLength'
    | 'maxLength'
    | 'characters'
    | 'namesPerWallet'
    | 'isAllowListed'
    | 'tokenGate'
    | 'needsApproval'
  > {
  readonly state: ClaimsState
}

export function toVisitorPolicy(settings: PolicySettings, now: number): VisitorPolicy {
  const { opensAt, closesAt, minLength, maxLength, characters } = settings
  const { namesPerWallet, isAllowListed, tokenGate, needsApproval } = settings
  return {
    state: claimsStateOf(settings, now),
    ...{ opensAt, closesAt, minLength, maxLength, characters },
    ...{ namesPerWallet, isAllowListed, tokenGate, needsApproval },
  }
}
