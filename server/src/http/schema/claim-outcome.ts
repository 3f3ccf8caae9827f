import { z } from 'zod'
import type { ClaimOutcome } from '../../core/claims/claim.ts'
import { noticeTokenOf } from '../../core/claims/notice-token.ts'
import { claimedName } from './claim.ts'
import { wireNoticeToken } from './claim-notice.ts'
import { invitationSecret } from './invitation-link.ts'
import { removedNameResponse } from './names.ts'
import { tokenId } from './policy.ts'
import { optional, responseOf } from './primitives.ts'

/** What a claim has beside the signature. */
export const claimConditions = {
  tokenId: optional(tokenId).meta({
    description: "Id of the claimant's token, where the policy counts tokens (`isOncePerToken`).",
    example: '7',
  }),
  invitation: optional(invitationSecret),
} as const

interface NotedOutcome {
  readonly outcome: ClaimOutcome
  readonly noticeToken: string | null
}

export function withNoticeToken(
  context: Parameters<typeof noticeTokenOf>[0],
  outcome: ClaimOutcome,
): NotedOutcome {
  const noticeToken = outcome.state === 'pending' ? noticeTokenOf(context, outcome.details.claim) : null
  return { outcome, noticeToken }
}

const { data: record, serialize: serializeName } = removedNameResponse

export const claimOutcomeResponse = responseOf(
  z
    .object({
      state: z.enum(['issued', 'pending']).meta({
        description:
          "`issued`: the name is the signer's. `pending`: the owner approves or declines the claim.",
        example: 'issued',
      }),
      name: claimedName,
      id: z.string().nullable().meta({ description: 'Id of a pending claim; else null.', example: null }),
      record: record.nullable().meta({ description: 'The issued name; null for a pending claim.' }),
      noticeToken: wireNoticeToken,
    })
    .meta({ id: 'ClaimOutcome', description: 'An issued name, or a claim that waits for approval.' }),
  ({ outcome, noticeToken }: NotedOutcome) => {
    if (outcome.state === 'issued')
      return {
        state: outcome.state,
        name: outcome.details.subname.name,
        id: null,
        record: serializeName(outcome.details),
        noticeToken,
      }
    const { name, claim } = outcome.details
    return { state: outcome.state, name, id: claim.id, record: null, noticeToken }
  },
)
