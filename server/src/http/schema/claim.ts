import { z } from 'zod'
import type { ClaimOutcome } from '../../core/claims/claim.ts'
import type { DeclinedClaims } from '../../core/claims/decline.ts'
import type { ClaimDetails } from '../../core/claims/require-claim.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { claimStates } from '../../model/claim.ts'
import { answer } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { listAnswer } from './list.ts'
import { removedNameAnswer } from './name.ts'
import { wireId } from './primitives.ts'
import { contenthashUri, ownAddresses, serializeAddresses, text } from './records.ts'

const name = z.string().meta({ description: 'The full name.', example: 'alice.demo.eth' })

const state = z.enum(claimStates).meta({
  description:
    '`pending`: it holds the label and waits for the owner. `expired`: not decided within 30 days. A claim that is decided is ' +
    'kept for 30 days.',
  example: 'pending',
})

const { data: record, serialize: serializeName } = removedNameAnswer

export const claimOutcomeAnswer = answer(
  z
    .object({
      state: z.enum(['issued', 'pending']).meta({
        description:
          "`issued`: the name is the signer's. `pending`: the owner approves or declines the claim.",
        example: 'issued',
      }),
      name,
      id: z.string().nullable().meta({ description: 'Id of a pending claim; else null.', example: null }),
      record: record.nullable().meta({ description: 'The issued name; null for a pending claim.' }),
    })
    .meta({ id: 'ClaimOutcome', description: 'An issued name, or a claim that waits for approval.' }),
  (outcome: ClaimOutcome) => {
    if (outcome.state === 'issued')
      return {
        state: outcome.state,
        name: outcome.details.subname.name,
        id: null,
        record: serializeName(outcome.details),
      }
    const { name, claim } = outcome.details
    return { state: outcome.state, name, id: claim.id, record: null }
  },
)

export const claimStateAnswer = answer(
  z
    .object({ id: wireId('Id of the claim.'), name, state })
    .meta({ id: 'ClaimState', description: 'What became public of a claim.' }),
  ({ claim: { id, state }, name }: ClaimDetails) => ({ id, name, state }),
)

export const declinedClaimsAnswer = answer(
  z.object({
    declined: z.number().int().meta({ description: 'Claims that this request declined.', example: 1000 }),
    remaining: z
      .number()
      .int()
      .meta({ description: 'Selected ones that are still pending: send the request again.', example: 0 }),
  }),
  (outcome: DeclinedClaims) => outcome,
)

const wireClaim = z
  .object({
    id: wireId('Id of the claim.'),
    name,
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
  })
  .meta({ id: 'Claim', description: 'A claim that needs approval.' })

function serializeClaim({ claim, name }: ClaimDetails): z.output<typeof wireClaim> {
  const { id, state, claimant, records, createdAt, expiresAt, decidedAt } = claim
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
  }
}

export const claimListAnswer = listAnswer(answer(wireClaim, serializeClaim), 'The oldest first.')
