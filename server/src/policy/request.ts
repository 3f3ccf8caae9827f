import type { Address } from 'viem'
import type { Label } from '../ens/names.ts'
import type { Domain } from '../model/domain.ts'
import type { InvitationLink } from '../model/invitation-link.ts'
import type { ClaimedToken } from '../model/policy.ts'
import type { PolicyAction } from './rules.ts'

type ClaimedLink = Pick<InvitationLink, 'id' | 'label'>

export interface PolicyRequest {
  readonly action: PolicyAction
  /** As read: its policy version is compared when the name is counted. */
  readonly domain: Domain
  readonly label: Label
  /** The future holder; absent or zero: rules about wallets do not refuse. */
  readonly address?: Address | undefined
  /** With which the name is claimed. */
  readonly link?: ClaimedLink | undefined
  /** Of a claim: id of the claimant's token, a decimal. */
  readonly tokenId?: string | undefined
  /** Runs the question to a node, within limits; absent: without. */
  readonly askNode?: (ask: () => Promise<boolean>) => Promise<boolean>
}

/** The outcome of a request that the policy does not refuse. */
export interface PolicyAdmission {
  /** Whether `assertPolicyInTransaction` is needed. */
  readonly isBound: boolean
  /** The token that the claim uses up (`consumeToken`). */
  readonly token: ClaimedToken | undefined
  /** Whether the claim needs the approval of the owner. */
  readonly needsApproval: boolean
}

/** Of the token of a claim. */
export interface TokenUse {
  readonly domain: Domain
  readonly token: ClaimedToken
  /** Id of the subname or of the pending claim. */
  readonly ownerId: string
}

/** Of a wallet, with a link or without. */
export function claimAction(link: ClaimedLink | undefined): PolicyAction {
  if (!link) return 'claim'
  return link.label === null ? 'redeem' : 'redeem-label'
}
