import type { components } from '../../api/openapi-types.ts'

export type Policy = components['schemas']['Policy']
type TokenGate = NonNullable<Policy['tokenGate']>

/** The policy as fields of a form: texts for what is typed. */
export interface PolicyDraft {
  readonly isOpen: boolean
  /** As `<input type="datetime-local">` has it; empty: none. */
  readonly opensAt: string
  readonly closesAt: string
  readonly minLength: string
  readonly maxLength: string
  readonly characters: Policy['characters']
  /** One a line. */
  readonly reservedLabels: string
  readonly blockedLabels: string
  readonly blockedParts: string
  readonly refuseProfanity: boolean
  readonly refuseLookalikes: boolean
  /** Empty: unlimited. */
  readonly namesPerWallet: string
  readonly waitingDays: string
  readonly isAllowListed: boolean
  readonly needsApproval: boolean
  readonly appliesToKeys: boolean
  readonly hasTokenGate: boolean
  readonly tokenStandard: TokenGate['standard']
  readonly tokenContract: string
  readonly tokenId: string
  readonly tokenMinimum: string
  readonly isOncePerToken: boolean
}

export function policyDraftOf(policy: Policy): PolicyDraft {
  const { tokenGate } = policy
  return {
    isOpen: policy.claims === 'open',
    opensAt: toLocalTime(policy.opensAt),
    closesAt: toLocalTime(policy.closesAt),
    minLength: `${policy.minLength}`,
    maxLength: `${policy.maxLength}`,
    characters: policy.characters,
    reservedLabels: policy.reservedLabels.join('\n'),
    blockedLabels: policy.blockedLabels.join('\n'),
    blockedParts: policy.blockedParts.join('\n'),
    refuseProfanity: policy.refuseProfanity,
    refuseLookalikes: policy.refuseLookalikes,
    namesPerWallet: policy.namesPerWallet === null ? '' : `${policy.namesPerWallet}`,
    waitingDays: `${policy.waitingDays}`,
    isAllowListed: policy.isAllowListed,
    needsApproval: policy.needsApproval,
    appliesToKeys: policy.appliesToKeys,
    hasTokenGate: tokenGate !== null,
    tokenStandard: tokenGate?.standard ?? 'ERC-721',
    tokenContract: tokenGate?.contract ?? '',
    tokenId: tokenGate?.tokenId ?? '',
    tokenMinimum: tokenGate?.minimum ?? '1',
    isOncePerToken: tokenGate?.isOncePerToken ?? false,
  }
}

/** The body of a change: the fields that differ. The service checks the values. */
export function policyChanges(policy: Policy, draft: PolicyDraft, chainId: GateChainId) {
  const wanted = {
    claims: draft.isOpen ? ('open' as const) : ('closed' as const),
    opensAt: toIsoTime(draft.opensAt),
    closesAt: toIsoTime(draft.closesAt),
    minLength: Number(draft.minLength),
    maxLength: Number(draft.maxLength),
    characters: draft.characters,
    reservedLabels: toList(draft.reservedLabels),
    blockedLabels: toList(draft.blockedLabels),
    blockedParts: toList(draft.blockedParts),
    refuseProfanity: draft.refuseProfanity,
    refuseLookalikes: draft.refuseLookalikes,
    namesPerWallet: draft.namesPerWallet === '' ? null : Number(draft.namesPerWallet),
    waitingDays: Number(draft.waitingDays),
    isAllowListed: draft.isAllowListed,
    needsApproval: draft.needsApproval,
    appliesToKeys: draft.appliesToKeys,
    tokenGate: draft.hasTokenGate
      ? {
          chainId: policy.tokenGate?.chainId ?? chainId,
          standard: draft.tokenStandard,
          contract: draft.tokenContract.trim(),
          tokenId: draft.tokenStandard === 'ERC-1155' ? draft.tokenId.trim() : null,
          minimum: draft.tokenMinimum.trim(),
          isOncePerToken: draft.tokenStandard === 'ERC-721' && draft.isOncePerToken,
        }
      : null,
  }
  const current = new Map<string, unknown>(Object.entries(policy))
  const changed = Object.entries(wanted).filter(([key, value]) => !isEqual(current.get(key), value))
  // Safe: a part of `wanted`.
  return Object.fromEntries(changed) as Partial<typeof wanted>
}

type GateChainId = TokenGate['chainId']

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function toList(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((label) => label.trim())
    .filter(Boolean)
}

/** In the time zone of the owner. */
function toLocalTime(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

function toIsoTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
