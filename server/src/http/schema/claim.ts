import { z } from 'zod'
import type { ClaimDetails } from '../../core/claims/claim-details.ts'
import { maxCommentLength } from '../../core/claims/comment.ts'
import type { OwnClaim } from '../../core/claims/own-claims.ts'
import { keptClaims } from '../../core/retention.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { claimReasons, claimStates, reasonOf } from '../../model/claim.ts'
import { wireNoticeToken } from './claim-notice.ts'
import { serializeActor, wireActor } from './event.ts'
import { optional, printable, responseOf, toIsoTime, wireId } from './primitives.ts'
import { contenthashUri, ownAddresses, serializeAddresses, text } from './records.ts'

export const claimedName = z.string().meta({ description: 'The full name.', example: 'alice.demo.eth' })

const state = z.enum(claimStates).meta({
  description:
    '`pending`: it holds the label and waits for the owner. `expired`: not decided within 30 days. A claim that is decided is ' +
    `kept for 90 days, of each domain and state the newest ${keptClaims}.`,
  example: 'pending',
})

const reason = z
  .enum(claimReasons)
  .nullable()
  .meta({
    description:
      'Why the service has declined it in place of the owner: `taken`, the name was given to another wallet, or sealed for it on ' +
      'chain. null: it has not.',
    example: null,
  })

export const claimStateResponse = responseOf(
  z
    .object({ id: wireId('Id of the claim.'), name: claimedName, state, reason })
    .meta({ id: 'ClaimState', description: 'What became public of a claim.' }),
  ({ claim, name }: ClaimDetails) => ({ id: claim.id, name, state: claim.state, reason: reasonOf(claim) }),
)

export const wireClaim = z
  .object({
    id: wireId('Id of the claim.'),
    name: claimedName,
    state,
    claimant: z.string().meta({
      description: 'The wallet that claims the name, EIP-55.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    texts: z.array(text).meta({ description: 'Its texts; empty once decided.' }),
    addresses: ownAddresses.meta({ description: 'Its addresses; empty once decided.', example: [] }),
    contentHash: z
      .string()
      .nullable()
      .meta({ description: 'Its content hash, in URI form; null without one.', example: null }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was made.', example: '2030-01-01T00:00:00.000Z' }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'Until when it can be decided.', example: '2030-01-31T00:00:00.000Z' }),
    decidedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was decided or expired; null while pending.', example: null }),
    decidedBy: wireActor.nullable().meta({
      description: 'Who decided it; null while pending.',
      example: null,
    }),
    reason,
    comment: z
      .string()
      .nullable()
      .meta({ description: "The owner's words to the claimant; null: none.", example: null }),
  })
  .meta({ id: 'Claim', description: 'A claim that needs approval.' })

export function serializeClaim({ claim, name }: ClaimDetails): z.output<typeof wireClaim> {
  const { id, state, claimant, records, createdAt, expiresAt, decidedAt, decidedBy, comment } = claim
  return {
    id,
    name,
    state,
    claimant: checksumAddress(claimant),
    texts: [...records.texts],
    addresses: serializeAddresses(records.addresses),
    contentHash: records.contenthash && contenthashUri(records.contenthash),
    createdAt: toIsoTime(createdAt),
    expiresAt: toIsoTime(expiresAt),
    decidedAt: toIsoTime(decidedAt),
    decidedBy: decidedBy && serializeActor(decidedBy),
    reason: reasonOf(claim),
    comment,
  }
}

const wireOwnClaim = z
  .object({
    id: wireId('Id of the claim.'),
    name: claimedName,
    domain: z.string().meta({ description: 'Its domain.', example: 'demo.eth' }),
    chainId: z.number().int().meta({ description: 'Chain id of the domain.', example: 1 }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'Name of the community of the domain; null: none.', example: 'River Collective' }),
    state,
    createdAt: wireClaim.shape.createdAt,
    expiresAt: wireClaim.shape.expiresAt,
    decidedAt: wireClaim.shape.decidedAt,
    reason,
    comment: wireClaim.shape.comment,
    noticeToken: wireNoticeToken,
  })
  .meta({ id: 'OwnClaim', description: 'A claim that needs approval, as its claimant reads it.' })

export const ownClaimResponse = responseOf(
  wireOwnClaim,
  ({ claim, chainId, domain, title, noticeToken }: OwnClaim) => ({
    ...{ id: claim.id, name: `${claim.label}.${domain}`, domain, chainId, state: claim.state },
    title: title || null,
    createdAt: toIsoTime(claim.createdAt),
    expiresAt: toIsoTime(claim.expiresAt),
    decidedAt: toIsoTime(claim.decidedAt),
    reason: reasonOf(claim),
    comment: claim.comment,
    noticeToken,
  }),
)

export const ownerComment = optional(printable.max(maxCommentLength)).meta({
  description:
    "The owner's words to the claimant, who reads them, as do the members of the workspace, also in the event: one line, without " +
    'control characters. White space becomes single spaces.',
  example: 'Please ask with your full name.',
})
