import { z } from 'zod'
import type { VisitorPolicy } from '../../core/domains/page.ts'
import type { AllowListPage } from '../../core/policies/allow-list.ts'
import type { CheckedClaim, SealOfLabel } from '../../core/policies/check-claim.ts'
import { type DomainPolicy, policyEtag } from '../../core/policies/policy.ts'
import type { PolicyChanges } from '../../core/policies/update.ts'
import type { Availability } from '../../core/subnames/read.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { isChainId } from '../../ens/chains.ts'
import {
  type FieldTexts,
  mapFields,
  type Policy,
  type PolicyField,
  type PolicyFieldName,
  policyFieldNames,
  policyFields,
  policyRules,
  type TokenGate,
  tokenStandards,
  type VisibleFieldName,
  visibleFieldNames,
} from '../../model/policy.ts'
import { listShape, serializeList } from './pages.ts'
import {
  chainId,
  evmAddress,
  integer,
  optional,
  plainResponse,
  responseOf,
  toIsoTime,
  wireChainId,
  withEtag,
} from './primitives.ts'

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

const servedChainId = integer(0, Number.MAX_SAFE_INTEGER)
  .meta(chainId.meta() ?? {})
  .refine(isChainId, 'is not a chain of this service')

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

function toMeta({ description, example }: FieldTexts) {
  return { description, ...(example !== undefined && { example }) }
}

function inputOf(name: PolicyFieldName) {
  const field = policyFields[name]
  const texts: PolicyField = field
  const meta = toMeta({ ...texts, ...texts.request })
  switch (field.kind) {
    case 'flag':
      return optional(z.boolean().meta(meta))
    case 'choice':
      return optional(z.enum(field.options).meta(meta))
    case 'integer':
      return optional(integer(field.min, field.max)).meta(meta)
    case 'bound':
      return integer(field.min, field.max).nullable().optional().meta(meta)
    case 'time':
      return time.nullable().optional().meta(meta)
    case 'labels':
      return optional(labels(field.max)).meta(meta)
    case 'token-gate':
      return tokenGate.nullable().optional().meta(meta)
  }
}

type InputShape = { readonly [Name in PolicyFieldName]: z.ZodType<PolicyChanges[Name]> }

export const policyInput = z
  .object(mapFields<InputShape, z.ZodType<PolicyChanges[PolicyFieldName]>>(policyFieldNames, inputOf))
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    'changes nothing: give a field',
  )

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

type WireTokenGate = z.output<typeof wireTokenGate>

type WireValue<Value> = Value extends readonly string[]
  ? string[]
  : Value extends TokenGate
    ? WireTokenGate
    : Value

type WireValues = {
  [Name in PolicyFieldName]: (typeof policyFields)[Name]['kind'] extends 'time'
    ? string | null
    : WireValue<Policy[Name]>
}

type WireShape = { readonly [Name in PolicyFieldName]: z.ZodType<WireValues[Name]> }

function wireOf(name: PolicyFieldName, texts: FieldTexts, gate: typeof wireTokenGate) {
  const field = policyFields[name]
  const meta = toMeta(texts)
  switch (field.kind) {
    case 'flag':
      return z.boolean().meta(meta)
    case 'choice':
      return z.enum(field.options).meta(meta)
    case 'integer':
      return z.number().int().meta(meta)
    case 'bound':
      return z.number().int().nullable().meta(meta)
    case 'time':
      return z.iso.datetime().nullable().meta(meta)
    case 'labels':
      return z.array(z.string()).meta(meta)
    case 'token-gate':
      return gate.nullable().meta(meta)
  }
}

function serializeField(name: PolicyFieldName, value: Policy[PolicyFieldName]): WireValues[PolicyFieldName] {
  if (typeof value === 'number' && policyFields[name].kind === 'time') return toIsoTime(value)
  if (typeof value !== 'object' || value === null) return value
  return isTokenGate(value) ? { ...value, contract: checksumAddress(value.contract) } : [...value]
}

function isTokenGate(value: TokenGate | readonly string[]): value is TokenGate {
  return 'contract' in value
}

const wirePolicy = z
  .object({
    version: z
      .number()
      .int()
      .meta({ description: 'Incremented with each change; 0: the default.', example: 1 }),
    ...mapFields<WireShape, z.ZodType<WireValues[PolicyFieldName]>>(policyFieldNames, (name) =>
      wireOf(name, policyFields[name], wireTokenGate),
    ),
    isIndexed: z.boolean().meta({
      description:
        'False while names from before the first policy are being indexed: until then, `refuseLookalikes` and ' +
        '`namesPerWallet` make claims fail with status 503.',
      example: true,
    }),
  })
  .meta({ id: 'Policy', description: 'Which names of a domain can be claimed, by whom, and when.' })

export const policyResponse = withEtag(
  responseOf(wirePolicy, ({ policy, isIndexed }: DomainPolicy) => ({
    version: policy.version,
    ...mapFields<WireValues>(policyFieldNames, (name) => serializeField(name, policy[name])),
    isIndexed,
  })),
  policyEtag,
)

const visitorTokenGate = z.object({
  chainId: wireChainId,
  standard: z.enum(tokenStandards).meta({ description: 'Of the token.', example: 'ERC-721' }),
  contract: z.string().meta({
    description: 'Address of the token, EIP-55.',
    example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  }),
  tokenId: z
    .string()
    .nullable()
    .meta({ description: 'Of an ERC-1155 token; null for others.', example: null }),
  minimum: z.string().meta({ description: 'Base units or tokens that a claimant must have.', example: '1' }),
  isOncePerToken: z.boolean().meta({
    description: 'Whether each token is good for one name, so that a claim names its id (`tokenId`).',
    example: false,
  }),
})

type VisitorValues = Pick<WireValues, VisibleFieldName>

export const visitorPolicy = z
  .object({
    state: z.enum(['closed', 'not-open-yet', 'open', 'over']).meta({
      description: 'Whether names can be claimed at the moment.',
      example: 'open',
    }),
    ...mapFields<Pick<WireShape, VisibleFieldName>, z.ZodType<WireValues[PolicyFieldName]>>(
      visibleFieldNames,
      (name) => wireOf(name, policyFields[name].visitors, visitorTokenGate),
    ),
  })
  .meta({ id: 'VisitorPolicy', description: 'Who may claim which names of a domain, and when.' })

export function serializeVisitorPolicy({ state, ...policy }: VisitorPolicy): z.output<typeof visitorPolicy> {
  return {
    state,
    ...mapFields<VisitorValues, WireValues[PolicyFieldName]>(visibleFieldNames, (name) =>
      serializeField(name, policy[name]),
    ),
  }
}

export const suggestionCount = integer(1, 3).optional().meta({
  description: 'How many free names to suggest at most in place of one that is refused; absent: none.',
  example: 3,
})

const suggestions = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'With the parameter `suggestions`: names that can be claimed now in place of this one, if it is refused for its label; ' +
      'else empty.',
    example: ['alice-demo.demo.eth', 'itsalice.demo.eth'],
  })

const rule = z
  .enum(policyRules)
  .nullable()
  .meta({ description: 'The rule that refuses; null without one.', example: 'reserved' })
const reason = z.string().nullable().meta({
  description: 'A sentence for people; null if nothing refuses.',
  example: 'support.demo.eth is given by invitation only.',
})

const wireSealOfLabel = z
  .object({
    chainId: wireChainId,
    contract: z.string().meta({
      description: 'The resolver contract, for which the holder signs; EIP-55.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    passkey: z.string().nullable().meta({
      description: 'Address of the passkey that holds it; null: a wallet holds it.',
      example: null,
    }),
  })
  .meta({
    id: 'SealOfLabel',
    description: 'By whose signature alone a label can be claimed, and where it counts.',
  })

function serializeSealOfLabel({ holder, kind, resolver: { chainId, address } }: SealOfLabel) {
  return {
    ...{ chainId, contract: checksumAddress(address) },
    passkey: kind === 'passkey' ? checksumAddress(holder) : null,
  }
}

export const verdictResponse = responseOf(
  z.object({
    outcome: z.enum(['claimable', 'needs-approval', 'refused']).meta({
      description: '`needs-approval`: a claim waits for the owner.',
      example: 'refused',
    }),
    rule,
    reason,
    sealed: wireSealOfLabel.optional().meta({
      description:
        'A label that its resolver contract seals: only the holder claims it, by signing its records (`POST …/sealed-set`). Absent for others.',
    }),
    suggestions,
  }),
  ({ suggestions: names, seal, ...verdict }: CheckedClaim) => ({
    ...verdict,
    ...(seal && { sealed: serializeSealOfLabel(seal) }),
    ...(names && { suggestions: [...names] }),
  }),
)

export const availabilityResponse = responseOf(
  z.object({
    isAvailable: z.boolean().meta({ description: 'Whether `add` would issue it now.' }),
    reason: z.string().optional().meta({
      description:
        'A sentence for people, where the policy of the domain refuses the name, or it is sealed for its holder.',
      example: 'support.demo.eth is given by invitation only.',
    }),
    rule: z.enum(policyRules).optional().meta({
      description:
        'The rule of the policy that refuses it; `reserved` for one that is sealed for its holder.',
      example: 'reserved',
    }),
    state: z.enum(['claimed', 'reserved']).optional().meta({
      description: 'With the parameter `suggestions`: of the name, if it is taken, or sealed for its holder.',
      example: 'reserved',
    }),
    suggestions,
  }),
  ({ isAvailable, refusal, alternatives }: Availability) => ({
    isAvailable,
    ...refusal,
    ...(alternatives && { ...alternatives, suggestions: [...alternatives.suggestions] }),
  }),
)

const allowListCount = z.number().int().meta({ description: 'Addresses on the list.', example: 2 })

export const allowListResponse = responseOf(
  listShape(
    z.string().meta({ description: 'EIP-55.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    'In ascending order.',
  ).extend({ count: allowListCount }),
  ({ count, ...page }: AllowListPage) => ({ ...serializeList(page, String), count }),
)

export const allowListCountResponse = plainResponse(z.object({ count: allowListCount }))

export const removedAllowListResponse = plainResponse(
  z.object({ removed: z.number().int().meta({ description: 'Addresses that were removed.', example: 2 }) }),
)
