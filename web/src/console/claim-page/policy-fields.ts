import type { components } from '@byname/sdk/openapi'

export type Policy = components['schemas']['Policy']
type TokenGate = NonNullable<Policy['tokenGate']>
type ChainId = TokenGate['chainId']

interface Texts {
  readonly title: string
  readonly hint?: string
}

/** How the value of a setting is shown in the form, and read from it. `kind` chooses the input. */
interface PolicyField<Kind extends string, Value, Draft> extends Texts {
  readonly kind: Kind
  readonly toDraft: (value: Value) => Draft
  /** The service checks the value. */
  readonly toValue: (draft: Draft) => Value
}

type TextField<Value> = PolicyField<'text', Value, string>

interface ChoiceField<Value extends string> extends PolicyField<'choice', Value, Value> {
  readonly options: readonly { readonly value: Value; readonly title: string }[]
}

/** A token gate as it is typed. */
export interface TokenGateDraft {
  readonly isOn: boolean
  /** Absent: that of the domain. */
  readonly chainId: ChainId | undefined
  readonly standard: TokenGate['standard']
  readonly contract: string
  readonly tokenId: string
  readonly minimum: string
  readonly isOncePerToken: boolean
}

/** The settings of a policy in the order of the form; neighbours of one kind are shown together. */
const policyFields = {
  claims: {
    kind: 'flag' as const,
    title: 'Visitors can claim names',
    toDraft: (claims: Policy['claims']): boolean => claims === 'open',
    toValue: (isOpen: boolean) => (isOpen ? ('open' as const) : ('closed' as const)),
  },
  opensAt: time({ title: 'From', hint: 'Empty: at once.' }),
  closesAt: time({ title: 'Until', hint: 'Empty: without an end.' }),
  minLength: count({ title: 'Minimum length' }),
  maxLength: count({ title: 'Maximum length' }),
  namesPerWallet: bound({
    title: 'Names per wallet',
    hint: 'Also those it gives away or releases. Empty: any number.',
  }),
  waitingDays: count({ title: 'Days until a removed name is free again' }),
  characters: choice<Policy['characters']>('Characters', [
    { value: 'letters-and-digits', title: 'a to z, 0 to 9 and hyphens' },
    { value: 'any', title: 'Everything that ENS allows, emoji too' },
  ]),
  reservedLabels: labels({ title: 'Reserved labels', hint: 'Only for those you invite. One a line.' }),
  blockedLabels: labels({ title: 'Blocked labels', hint: 'For no visitor. One a line.' }),
  blockedParts: labels({ title: 'Blocked parts', hint: 'Not even within a label.' }),
  refuseLookalikes: flag({ title: 'No look-alikes', hint: 'paypa1 is refused where paypal exists.' }),
  refuseProfanity: flag({ title: 'No swear words', hint: 'English ones.' }),
  isAllowListed: flag({ title: 'Only wallets of the allow-list' }),
  needsApproval: flag({ title: 'I approve each one', hint: 'A claim waits until you decide.' }),
  appliesToKeys: flag({ title: 'The rules about labels and wallets bind API keys too' }),
  tokenGate: {
    kind: 'token-gate' as const,
    title: 'Only wallets that hold a token',
    toDraft: toTokenGateDraft,
    toValue: toTokenGate,
  },
} satisfies {
  readonly [Name in PolicyFieldName]: Texts & {
    readonly kind: string
    readonly toDraft: (value: Policy[Name]) => unknown
    readonly toValue: (draft: never, chainId: ChainId) => Policy[Name]
  }
}

/** All but what the service counts. */
type PolicyFieldName = Exclude<keyof Policy, 'version' | 'isIndexed'>

/** What the form holds: a text for what is typed. */
export type PolicyDraft = {
  readonly [Name in PolicyFieldName]: ReturnType<(typeof policyFields)[Name]['toDraft']>
}

/** A setting with what the form holds of it. */
export type PolicyRow = {
  [Name in PolicyFieldName]: (typeof policyFields)[Name] & {
    readonly name: Name
    readonly draft: PolicyDraft[Name]
  }
}[PolicyFieldName]

// Safe: the table is constant.
const names = Object.keys(policyFields) as readonly PolicyFieldName[]

/** Of a name that is not known to the compiler. */
interface AnyField {
  readonly toDraft: (value: unknown) => unknown
  readonly toValue: (draft: unknown, chainId: ChainId) => unknown
}

// Safe where a field gets the value or the draft of its own name: a union of names does not say so.
const anyFields = policyFields as unknown as Readonly<Record<PolicyFieldName, AnyField>>

export function policyDraftOf(policy: Policy): PolicyDraft {
  const draft: object = Object.fromEntries(names.map((name) => [name, anyFields[name].toDraft(policy[name])]))
  // Safe: each name has the draft that its field makes.
  return draft as PolicyDraft
}

export function policyRows(draft: PolicyDraft): readonly PolicyRow[] {
  // Safe: each row has the field and the draft of one name.
  return names.map((name) => ({ ...policyFields[name], name, draft: draft[name] })) as readonly PolicyRow[]
}

/** Of a setting as an event names it; undefined for another field. */
export function policyTitle(field: string): string | undefined {
  return names.includes(field as PolicyFieldName) ? policyFields[field as PolicyFieldName].title : undefined
}

/** The body of a change: the settings that differ. `chainId`: that of the domain. */
export function policyChanges(policy: Policy, draft: PolicyDraft, chainId: ChainId): Partial<Policy> {
  const wanted = names.map((name) => [name, anyFields[name].toValue(draft[name], chainId)] as const)
  return Object.fromEntries(wanted.filter(([name, value]) => !isEqual(value, policy[name])))
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function flag(texts: Texts) {
  return { kind: 'flag', ...texts, toDraft: Boolean, toValue: Boolean } as const
}

function count(texts: Texts): TextField<number> {
  return { kind: 'text', ...texts, toDraft: String, toValue: Number }
}

/** Empty: no bound. */
function bound(texts: Texts): TextField<number | null> {
  return {
    kind: 'text',
    ...texts,
    toDraft: (value) => (value === null ? '' : `${value}`),
    toValue: (text) => (text === '' ? null : Number(text)),
  }
}

/** Empty: no bound. */
function time(texts: Texts): PolicyField<'time', string | null, string> {
  return { kind: 'time', ...texts, toDraft: toLocalTime, toValue: toIsoTime }
}

function choice<Value extends string>(
  title: string,
  options: ChoiceField<Value>['options'],
): ChoiceField<Value> {
  return { kind: 'choice', title, options, toDraft: (value) => value, toValue: (value) => value }
}

/** One a line. */
function labels(texts: Texts): PolicyField<'lines', string[], string> {
  return { kind: 'lines', ...texts, toDraft: (list) => list.join('\n'), toValue: toList }
}

function toTokenGateDraft(gate: TokenGate | null): TokenGateDraft {
  return {
    isOn: gate !== null,
    chainId: gate?.chainId,
    standard: gate?.standard ?? 'ERC-721',
    contract: gate?.contract ?? '',
    tokenId: gate?.tokenId ?? '',
    minimum: gate?.minimum ?? '1',
    isOncePerToken: gate?.isOncePerToken ?? false,
  }
}

function toTokenGate(draft: TokenGateDraft, chainId: ChainId): TokenGate | null {
  if (!draft.isOn) return null
  const { standard } = draft
  return {
    chainId: draft.chainId ?? chainId,
    standard,
    contract: draft.contract.trim(),
    tokenId: standard === 'ERC-1155' ? draft.tokenId.trim() : null,
    minimum: draft.minimum.trim(),
    isOncePerToken: standard === 'ERC-721' && draft.isOncePerToken,
  }
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
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
