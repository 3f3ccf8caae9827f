import type { components } from '@byname/sdk/openapi'
import { titleOfKey } from '../../public/name/edit/presets.ts'
import { formatCount } from '../../ui/format-number.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { policyTitle } from '../claim-page/policy-fields.ts'
import { rightOf } from '../keys/rights.ts'

type Event = components['schemas']['Event']
export type Change = Event['changes'][number]
type Value = Change['before']

/** Titles of fields that are no records and no rules of a claim page. */
const titles: Readonly<Record<string, string>> = {
  holder: 'Holder',
  isBlocked: 'Blocked',
  blockReason: 'Reason',
  controller: 'Owner on chain',
  allowedOrigins: 'Sites that may act',
  limit: 'Limit of names',
  planExpiresAt: 'Plan ends',
  planMaxNames: 'Names of the plan',
  sharedMaxAge: 'Seconds in shared caches',
  deletedAt: 'Deleted',
  'formerGateway.url': 'Former gateway',
  'formerGateway.resolver': 'Former resolver',
  'formerGateway.signingScheme': 'Signatures of the former gateway',
  'formerGateway.signers': 'Signers of the former gateway',
  'formerGateway.importOnRead': 'Names come over when they are asked for',
  'branding.accent': 'Accent colour',
  'branding.title': 'Headline',
  'branding.words': 'Welcome',
  'branding.links': 'Links',
  'branding.offersPasskey': 'Offers a passkey',
  'branding.directory': 'Directory of members',
  host: 'Host',
  'anchor.isOn': 'Publishing as files',
  'anchor.hosts': 'Hosts of files',
  'anchor.account': 'Account that beats',
  'anchor.delaySeconds': 'Seconds until a root counts',
  'anchor.recipient': 'Recipient of the escrow',
  template: 'Template',
  records: 'Records',
  state: 'Request',
  claimant: 'Wallet',
  label: 'Name',
  names: 'Names',
  holders: 'Holders',
  maxUses: 'Uses',
  expiresAt: 'Ends',
  revokedAt: 'Ended',
  token: 'Token',
  tokenMinimum: 'Tokens at least',
  isOncePerToken: 'One name for a token',
  allowList: 'Addresses on the list',
  note: 'Note',
  name: 'Name',
  scopes: 'Rights',
  address: 'Wallet',
  role: 'Role',
  origin: 'Server',
  description: 'Note',
  eventTypes: 'Events',
  isEnabled: 'Switched on',
  disabledReason: 'Why it is off',
  since: 'Events since',
  events: 'Events',
  amount: 'Amount',
  contenthash: 'Content',
  comment: 'Comment',
  reason: 'Reason',
  registryAddress: 'Registry',
  nodeProvider: 'RPC of the chain',
  environment: 'Environment',
  signingScheme: 'Signatures',
  validUntil: 'Signed until',
}

/** Lists whose members come and go, a change each. */
const members: Readonly<Record<string, string>> = {
  tags: 'Tag',
  reservedLabels: 'Reserved label',
  blockedLabels: 'Blocked label',
  blockedParts: 'Blocked part',
}

/** Ids, and what the title of the event says already. */
export const hidden: ReadonlySet<string> = new Set([
  ...['id', 'isClaimed', 'workspaceId', 'resolverId', 'domainIds', 'templateId', 'invitationLinkId'],
  ...['transaction', 'anchor.isOn', 'sequence'],
])

/** What changed, in words; `before` and `after` are null where there was or is nothing. */
export interface ChangeWords {
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

/** The changes that a reader follows, in the order of the event, without what its title says. */
export function changeWordsOf({ type, changes }: Pick<Event, 'type' | 'changes'>): readonly ChangeWords[] {
  const holder = changes.find(({ field }) => field === 'holder')?.after
  const isOfHolder = ({ field, before, after }: Change) =>
    field === 'addresses' && before === null && after === holder
  const subject = subjectFieldOf(type)
  return changes
    .filter((change) => isShown(change) && change.field !== subject && !isOfHolder(change))
    .map(toWords)
}

/** `Description: hello → changed`, `GitHub: me`, `Tag team: added`, `Website: https://a.example → removed`. */
export function describeChange({ title, before, after }: ChangeWords): string {
  if (before === null) return `${title}: ${after ?? 'changed'}`
  return `${title}: ${before} → ${after ?? 'removed'}`
}

/** What begins without a switch says nothing of it. */
function isShown({ field, key, before, after }: Change): boolean {
  if (key === null && before === null && after === false) return false
  return !hidden.has(field) && JSON.stringify(before ?? '') !== JSON.stringify(after ?? '')
}

function toWords({ field, key, before, after }: Change): ChangeWords {
  const member = members[field]
  if (member !== undefined && key !== null)
    return { title: `${member} ${key}`, before: null, after: after === true ? 'added' : 'removed' }
  const [was, is] = [valueWords(before, field), valueWords(after, field)]
  const isEndless = field === 'expiresAt' && is === null
  return { title: fieldTitle({ field, key }), before: was, after: isEndless ? 'never' : is }
}

/** `Description`, `Base address`, `Names per wallet`. */
function fieldTitle({ field, key }: Pick<Change, 'field' | 'key'>): string {
  if (field === 'texts') return key === null ? 'Texts' : titleOfKey(`${key}`)
  if (field === 'addresses') return key === null ? 'Addresses' : addressTitle(`${key}`)
  return titleOf(field) ?? wordsOf(field)
}

/** `undefined`: of a field that this console does not know. */
export function titleOf(field: string): string | undefined {
  return titles[field] ?? members[field] ?? policyTitle(field)
}

function addressTitle(coinType: string): string {
  const title = titleOfKey(coinType)
  return title === coinType ? `Address of coin ${coinType}` : `${title} address`
}

/** `isAllowListed` is `Allow listed`. */
function wordsOf(field: string): string {
  const words = field
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Times are milliseconds since 1970, or ISO 8601. Null: absent. */
function valueWords(value: Value, field: string): string | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return field.endsWith('At') ? moment.format(value) : formatCount(value)
  if (typeof value === 'string') return textWords(value, field)
  if (!Array.isArray(value)) return 'an earlier value, not kept'
  if (value.length === 0) return null
  if (field === 'scopes') return value.map(rightOf).join(', ')
  if (field === 'eventTypes') return `${value.length} kinds`
  return value.join(', ')
}

function textWords(value: string, field: string): string {
  if (field === 'reason') return 'given to another wallet'
  if (field === 'characters')
    return value === 'any' ? 'everything that ENS allows' : 'a to z, 0 to 9 and hyphens'
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return moment.format(Date.parse(value))
  return /^0x[\da-f]{40}$/i.test(value) ? shortAddress(value) : value
}

/** The field that names what the event is about, where that is no name. */
const subjectFields: readonly (readonly [prefix: string, field: string])[] = [
  ['key.', 'name'],
  ['member.', 'address'],
  ['operator.', 'address'],
  ['webhook.', 'origin'],
  ['domain.template_', 'template'],
  ['domain.host_', 'host'],
]

/** What the event is about where it is no name: `shop backend`, `0x7099…79C8`, `https://app.example`. */
export function subjectOf({ type, changes }: Pick<Event, 'type' | 'changes'>): string | undefined {
  const field = subjectFieldOf(type)
  const change = changes.find((each) => each.field === field)
  return (change && valueWords(change.after ?? change.before, change.field)) ?? undefined
}

function subjectFieldOf(type: Event['type']): string | undefined {
  return subjectFields.find(([prefix]) => type.startsWith(prefix))?.[1]
}
