import { z } from 'zod'
import type { DomainPolicy } from '../../core/policies/get.ts'
import type { AllowListPage } from '../../core/policies/list-allow-list.ts'
import { maxBlockedParts, maxPolicyLabels } from '../../core/policies/parse-changes.ts'
import { policyEtag } from '../../core/policies/policy-etag.ts'
import type { Availability } from '../../core/subnames/is-available.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { type ChainId, chainIds } from '../../ens/chains.ts'
import { type PolicyVerdict, policyRules, tokenStandards } from '../../model/policy.ts'
import { answer, plainAnswer, withEtag } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { listShape, serializeList } from './list.ts'
import { chainId, evmAddress, integer, optional, wireChainId } from './primitives.ts'

const claims = z
  .enum(['closed', 'open'])
  .meta({ description: 'Whether wallets can claim names at all.', example: 'open' })
const appliesToKeys = z.boolean().meta({
  description:
    'Whether keys of the workspace are bound too, by the rules about labels and wallets. Never by `claims`, the time, ' +
    'the allow-list, the token or the approval.',
})
const characters = z.enum(['letters-and-digits', 'any']).meta({
  description: '`letters-and-digits`: a to z, 0 to 9 and hyphens between them. `any`: all of ENSIP-15.',
  example: 'letters-and-digits',
})
const refuseProfanity = z
  .boolean()
  .meta({ description: 'Whether labels with English swear words are refused.' })
const refuseLookalikes = z.boolean().meta({
  description:
    'Whether labels are refused that look like an existing name or a label of a list (UTS 39), such as `paypa1` and ' +
    '`pay-pal` beside `paypal`.',
})
const isAllowListed = z.boolean().meta({ description: 'Whether only addresses of the allow-list can claim.' })
const needsApproval = z
  .boolean()
  .meta({ description: 'Whether each claim waits for the approval of the owner.' })

const length = integer(1, 63)
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const labels = (max: number) => z.array(z.string().min(1).max(255)).max(max)

const decimal = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,77})$/, { error: 'is not a decimal', abort: true })
  .refine((text) => BigInt(text) < 2n ** 256n, 'is more than a token can have')

/** A decimal of an id of a token. */
export const tokenId = decimal.meta({ description: "Id of the claimant's token, in decimals.", example: '7' })

const oncePerToken = z.boolean().meta({
  description:
    'For ERC-721: whether each token is good for one name. A claim then names the id of a token of the claimant (`tokenId`).',
  example: false,
})

const servedChainId = chainId.refine(
  (id): id is ChainId => chainIds.some((known) => known === id),
  'is not a chain of this service',
)

const tokenGate = z
  .object({
    chainId: servedChainId,
    standard: z.enum(tokenStandards).meta({ description: 'Its standard.', example: 'ERC-721' }),
    contract: evmAddress,
    tokenId: decimal
      .nullish()
      .transform((id) => id ?? null)
      .meta({
        description: 'Of an ERC-1155 token, in decimals.',
        example: null,
      }),
    minimum: decimal
      .refine((text) => text !== '0', 'is 0, which everyone has')
      .prefault('1')
      .meta({
        description:
          'The least balance, in base units: the number of NFTs, or 10^decimals for one ERC-20 token.',
        example: '1',
      }),
    isOncePerToken: oncePerToken.prefault(false),
  })
  .transform((gate) => ({ ...gate, contract: lowerCaseHex(gate.contract) }))

export const policyInput = z
  .object({
    claims: optional(claims),
    opensAt: time.nullable().optional().meta({
      description: 'From when on names can be claimed (ISO 8601); null: at once.',
      example: '2030-01-01T00:00:00Z',
    }),
    closesAt: time.nullable().optional().meta({
      description: 'Until when; null: without an end.',
      example: null,
    }),
    appliesToKeys: optional(appliesToKeys),
    minLength: optional(length).meta({ description: 'Least characters of a label.', example: 3 }),
    maxLength: optional(length).meta({ description: 'Most characters of a label.', example: 63 }),
    characters: optional(characters),
    reservedLabels: optional(labels(maxPolicyLabels)).meta({
      description: 'Labels that only invited addresses get. Replaces the list.',
      example: ['support', 'team'],
    }),
    blockedLabels: optional(labels(maxPolicyLabels)).meta({
      description: 'Labels that are never issued. Replaces the list.',
      example: ['admin'],
    }),
    blockedParts: optional(labels(maxBlockedParts)).meta({
      description: 'No issued label contains one. Replaces the list.',
      example: ['official'],
    }),
    refuseProfanity: optional(refuseProfanity),
    refuseLookalikes: optional(refuseLookalikes),
    namesPerWallet: integer(1, 1_000_000).nullable().optional().meta({
      description: 'Most names that a wallet holds in the domain; null: unlimited.',
      example: 1,
    }),
    waitingDays: optional(integer(0, 3650)).meta({
      description: 'Days after the removal of a name in which it is not issued again.',
      example: 30,
    }),
    isAllowListed: optional(isAllowListed),
    tokenGate: tokenGate.nullable().optional().meta({
      description: 'A token that claimants hold; null: none.',
      example: null,
    }),
    needsApproval: optional(needsApproval),
  })
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    'changes nothing: give a field',
  )

const wireTime = z.iso.datetime().nullable()

const wireTokenGate = z.object({
  chainId: wireChainId,
  standard: z.enum(tokenStandards).meta({ description: 'Its standard.', example: 'ERC-721' }),
  contract: z.string().meta({
    description: 'Address of the token.',
    example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  }),
  tokenId: z.string().nullable().meta({ description: 'Of an ERC-1155 token.', example: null }),
  minimum: z.string().meta({ description: 'The least balance, in base units.', example: '1' }),
  isOncePerToken: oncePerToken,
})

const wirePolicy = z
  .object({
    version: z
      .number()
      .int()
      .meta({ description: 'Incremented with each change; 0: the default.', example: 1 }),
    claims,
    opensAt: wireTime.meta({
      description: 'From when on names can be claimed; null: at once.',
      example: null,
    }),
    closesAt: wireTime.meta({ description: 'Until when; null: without an end.', example: null }),
    appliesToKeys,
    minLength: z.number().int().meta({ description: 'Least characters of a label.', example: 3 }),
    maxLength: z.number().int().meta({ description: 'Most characters of a label.', example: 63 }),
    characters,
    reservedLabels: z
      .array(z.string())
      .meta({ description: 'Labels that only invited addresses get, normalized.', example: ['support'] }),
    blockedLabels: z
      .array(z.string())
      .meta({ description: 'Labels that are never issued, normalized.', example: ['admin'] }),
    blockedParts: z
      .array(z.string())
      .meta({ description: 'No issued label contains one.', example: ['official'] }),
    refuseProfanity,
    refuseLookalikes,
    namesPerWallet: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Most names that a wallet holds in the domain; null: unlimited.', example: 1 }),
    waitingDays: z.number().int().meta({
      description: 'Days after the removal of a name in which it is not issued again.',
      example: 0,
    }),
    isAllowListed,
    tokenGate: wireTokenGate.nullable().meta({ description: 'A token that claimants hold; null: none.' }),
    needsApproval,
    isIndexed: z.boolean().meta({
      description:
        'False while names from before the first policy are being indexed: until then, `refuseLookalikes` and ' +
        '`namesPerWallet` make claims fail with status 503.',
      example: true,
    }),
  })
  .meta({ id: 'Policy', description: 'Which names of a domain can be claimed, by whom, and when.' })

function serializePolicy({ policy, isIndexed }: DomainPolicy): z.output<typeof wirePolicy> {
  const { opensAt, closesAt, reservedLabels, blockedLabels, blockedParts, tokenGate } = policy
  return {
    ...policy,
    opensAt: toIsoTime(opensAt),
    closesAt: toIsoTime(closesAt),
    reservedLabels: [...reservedLabels],
    blockedLabels: [...blockedLabels],
    blockedParts: [...blockedParts],
    tokenGate: tokenGate && { ...tokenGate, contract: checksumAddress(tokenGate.contract) },
    isIndexed,
  }
}

export const policyAnswer = withEtag(answer(wirePolicy, serializePolicy), policyEtag)

const rule = z
  .enum(policyRules)
  .nullable()
  .meta({ description: 'The rule that refuses; null without one.', example: 'reserved' })
const reason = z.string().nullable().meta({
  description: 'A sentence for people; null if nothing refuses.',
  example: 'support.demo.eth is given by invitation only.',
})

export const verdictAnswer = answer(
  z.object({
    outcome: z.enum(['claimable', 'needs-approval', 'refused']).meta({
      description: '`needs-approval`: a claim waits for the owner.',
      example: 'refused',
    }),
    rule,
    reason,
  }),
  (verdict: PolicyVerdict) => verdict,
)

export const availabilityAnswer = answer(
  z.object({
    isAvailable: z.boolean().meta({ description: 'Whether `add` would issue it now.' }),
    reason: z.string().optional().meta({
      description: 'A sentence for people, where the policy of the domain refuses the name.',
      example: 'support.demo.eth is given by invitation only.',
    }),
    rule: z
      .enum(policyRules)
      .optional()
      .meta({ description: 'The rule of the policy that refuses it.', example: 'reserved' }),
  }),
  ({ isAvailable, refusal }: Availability) => ({ isAvailable, ...refusal }),
)

const allowListCount = z.number().int().meta({ description: 'Addresses on the list.', example: 2 })

export const allowListAnswer = answer(
  listShape(
    z.string().meta({ description: 'EIP-55.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    'In ascending order.',
  ).extend({ count: allowListCount }),
  ({ count, ...page }: AllowListPage) => ({ ...serializeList(page, String), count }),
)

export const allowListCountAnswer = plainAnswer(z.object({ count: allowListCount }))

export const removedAllowListAnswer = plainAnswer(
  z.object({ removed: z.number().int().meta({ description: 'Addresses that were removed.', example: 2 }) }),
)
