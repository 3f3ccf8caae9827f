import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'

/** For the documentation of the interface. */
export interface FieldTexts<Value = unknown> {
  readonly description: string
  readonly example?: Value
}

interface Documented<Value> extends FieldTexts<Value> {
  /** In requests, as far as it differs. */
  readonly request?: Partial<FieldTexts<Value>>
  /** On public pages; absent: visitors do not see the field. */
  readonly visitors?: FieldTexts<Value>
}

/** `default` counts without a policy, and for policies that were stored before the field existed. */
export type PolicyField =
  | ({ readonly kind: 'flag'; readonly default: boolean } & Documented<boolean>)
  | ({
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly default: string
    } & Documented<string>)
  | ({
      readonly kind: 'integer'
      readonly min: number
      readonly max: number
      readonly default: number
    } & Documented<number>)
  /** `null`: no bound. */
  | ({
      readonly kind: 'bound'
      readonly min: number
      readonly max: number
      readonly default: number | null
    } & Documented<number | null>)
  /** Milliseconds since 1970, in ISO 8601 on the wire; `null`: no bound. */
  | ({ readonly kind: 'time'; readonly default: number | null } & Documented<string | null>)
  /** A request replaces the list; `max` labels. */
  | ({
      readonly kind: 'labels'
      readonly max: number
      readonly default: readonly string[]
    } & Documented<readonly string[]>)
  | ({ readonly kind: 'token-gate'; readonly default: TokenGate | null } & Documented<null>)

const exampleTime = '2030-01-01T00:00:00.000Z'

/** The settings of a policy, in the order of the interface. Everything about one that is no rule, but for its input in the console. */
export const policyFields = {
  claims: {
    kind: 'choice',
    options: ['closed', 'open'],
    default: 'closed',
    description: 'Whether wallets can claim names at all.',
    example: 'open',
  },
  opensAt: {
    kind: 'time',
    default: null,
    description: 'From when on names can be claimed; null: at once.',
    example: null,
    request: {
      description: 'From when on names can be claimed (ISO 8601); null: at once.',
      example: '2030-01-01T00:00:00Z',
    },
    visitors: { description: 'Claims begin; null: at any time.', example: exampleTime },
  },
  closesAt: {
    kind: 'time',
    default: null,
    description: 'Until when; null: without an end.',
    example: null,
    visitors: { description: 'Claims end; null: never.', example: exampleTime },
  },
  appliesToKeys: {
    kind: 'flag',
    default: false,
    description:
      'Whether keys of the workspace are bound too, by the rules about labels and wallets. Never by `claims`, the time, ' +
      'the allow-list, the token or the approval.',
  },
  /** In characters (code points). */
  minLength: {
    kind: 'integer',
    min: 1,
    max: 63,
    default: 1,
    description: 'Least characters of a label.',
    example: 3,
    visitors: { description: 'Characters of a label, at least.', example: 3 },
  },
  maxLength: {
    kind: 'integer',
    min: 1,
    max: 63,
    default: 63,
    description: 'Most characters of a label.',
    example: 63,
    visitors: { description: 'Characters of a label, at most.', example: 63 },
  },
  characters: {
    kind: 'choice',
    options: ['letters-and-digits', 'any'],
    default: 'any',
    description: '`letters-and-digits`: a to z, 0 to 9 and hyphens between them. `any`: all of ENSIP-15.',
    example: 'letters-and-digits',
    visitors: {
      description: 'a to z, 0 to 9 and hyphens between them, or all that ENSIP-15 allows.',
      example: 'any',
    },
  },
  reservedLabels: {
    kind: 'labels',
    max: 10_000,
    default: [],
    description: 'Labels that only invited addresses get, normalized.',
    example: ['support'],
    request: {
      description: 'Labels that only invited addresses get. Replaces the list.',
      example: ['support', 'team'],
    },
  },
  blockedLabels: {
    kind: 'labels',
    max: 10_000,
    default: [],
    description: 'Labels that are never issued, normalized.',
    example: ['admin'],
    request: { description: 'Labels that are never issued. Replaces the list.' },
  },
  blockedParts: {
    kind: 'labels',
    max: 1000,
    default: [],
    description: 'No issued label contains one.',
    example: ['official'],
    request: { description: 'No issued label contains one. Replaces the list.' },
  },
  refuseProfanity: {
    kind: 'flag',
    default: false,
    description: 'Whether labels with English swear words are refused.',
  },
  refuseLookalikes: {
    kind: 'flag',
    default: false,
    description:
      'Whether labels are refused that look like an existing name or a label of a list (UTS 39), such as `paypa1` and ' +
      '`pay-pal` beside `paypal`.',
  },
  namesPerWallet: {
    kind: 'bound',
    min: 1,
    max: 1_000_000,
    default: null,
    description: 'Most names that a wallet holds in the domain; null: unlimited.',
    example: 1,
    visitors: { description: 'Names that one address may have; null: unlimited.', example: 1 },
  },
  waitingDays: {
    kind: 'integer',
    min: 0,
    max: 3650,
    default: 0,
    description: 'Days after the removal of a name in which it is not issued again.',
    example: 0,
    request: { example: 30 },
  },
  isAllowListed: {
    kind: 'flag',
    default: false,
    description: 'Whether only addresses of the allow-list can claim.',
    visitors: { description: 'Whether only addresses of a list may claim.', example: false },
  },
  tokenGate: {
    kind: 'token-gate',
    default: null,
    description: 'A token that claimants hold; null: none.',
    request: { example: null },
    visitors: { description: 'A token that claimants must have; null: none.' },
  },
  needsApproval: {
    kind: 'flag',
    default: false,
    description: 'Whether each claim waits for the approval of the owner.',
    visitors: { description: "Whether a claim waits for the owner's approval.", example: false },
  },
} as const satisfies Readonly<Record<string, PolicyField>>

type PolicyFields = typeof policyFields

export type PolicyFieldName = keyof PolicyFields

type ValueOf<Field extends PolicyField> = Field extends { readonly kind: 'choice' }
  ? Field['options'][number]
  : Extract<PolicyField, { readonly kind: Field['kind'] }>['default']

type PolicyValues = { readonly [Name in PolicyFieldName]: ValueOf<PolicyFields[Name]> }

/** Which names of a domain can be claimed, by whom, and when. */
export interface Policy extends PolicyValues {
  /** 0: the default, which is not stored; incremented with each change. */
  readonly version: number
}

type FieldOfKind<Kind extends PolicyField['kind']> = {
  [Name in PolicyFieldName]: PolicyFields[Name]['kind'] extends Kind ? Name : never
}[PolicyFieldName]

/** Those with `visitors`. */
export type VisibleFieldName = {
  [Name in PolicyFieldName]: PolicyFields[Name] extends { readonly visitors: object } ? Name : never
}[PolicyFieldName]

export type PolicyListName = FieldOfKind<'labels'>

// Safe: the table is constant.
export const policyFieldNames = Object.keys(policyFields) as readonly PolicyFieldName[]

export const visibleFieldNames = policyFieldNames.filter(
  (name): name is VisibleFieldName => 'visitors' in policyFields[name],
)

export function isPolicyList(name: PolicyFieldName): name is PolicyListName {
  return policyFields[name].kind === 'labels'
}

/** A value for each of these fields. */
export function mapFields<Values extends object, Value = Values[keyof Values]>(
  names: readonly (keyof Values)[],
  toValue: (name: keyof Values) => Value,
): Values {
  const values: object = Object.fromEntries(names.map((name) => [name, toValue(name)]))
  // Safe where `toValue` returns for each field what `Values` has for it: a union does not say so.
  return values as Values
}

/** Lists of labels that are stored one by one. */
export const policyLabelLists = ['reservedLabels', 'blockedLabels'] as const

export type PolicyLabelList = (typeof policyLabelLists)[number]

/** What is read to decide; the lists of labels are looked up. */
export type PolicySettings = Omit<Policy, PolicyLabelList>

const {
  reservedLabels: _,
  blockedLabels: __,
  ...defaults
} = mapFields<PolicyValues>(policyFieldNames, (name) => policyFields[name].default)

export const defaultPolicySettings: PolicySettings = { version: 0, ...defaults }

export const tokenStandards = ['ERC-20', 'ERC-721', 'ERC-1155'] as const

/** A token that claimants hold. */
export interface TokenGate {
  readonly chainId: ChainId
  readonly standard: (typeof tokenStandards)[number]
  readonly contract: Hex
  /** Of an ERC-1155 token, as a decimal; else `null`. */
  readonly tokenId: string | null
  /** In base units, as a decimal; at least 1. */
  readonly minimum: string
  /** Whether each token of an ERC-721 contract is good for one name, which its claimant names by the token's id. */
  readonly isOncePerToken: boolean
}

/** A token for which a name was claimed; its id is a decimal. */
export interface ClaimedToken extends Pick<TokenGate, 'chainId' | 'contract'> {
  readonly tokenId: string
}

/** In the order in which they are applied. */
export const policyRules = [
  'closed',
  'not-open-yet',
  'over',
  'too-short',
  'too-long',
  'characters',
  'profanity',
  'blocked',
  'taken',
  'reserved',
  'pending',
  'look-alike',
  'waiting',
  'full',
  'names-per-wallet',
  'allow-list',
  'token-used',
  'token',
] as const

export type PolicyRule = (typeof policyRules)[number]

export type PolicyVerdict =
  | { readonly outcome: 'claimable' | 'needs-approval'; readonly rule: null; readonly reason: null }
  | { readonly outcome: 'refused'; readonly rule: PolicyRule; readonly reason: string }
