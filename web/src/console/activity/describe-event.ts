import type { components } from '@byname/sdk/openapi'
import { formatCount } from '../../ui/format-number.ts'
import { shortAddress } from '../../ui/short-address.ts'

type Event = components['schemas']['Event']
type Change = Event['changes'][number]

const verbs: Readonly<Record<Event['type'], string>> = {
  'subname.issued': 'Issued',
  'subname.reserved': 'Reserved',
  'subname.accepted': 'Reservation accepted',
  'subname.rejected': 'Reservation declined',
  'subname.changed': 'Edited',
  'subname.transferred': 'Transferred',
  'subname.revoked': 'Removed',
  'subname.erased': 'Erased',
  'claim.requested': 'Requested',
  'claim.declined': 'Request declined',
  'claim.withdrawn': 'Request withdrawn',
  'invitation_link.created': 'Invitation link created',
  'invitation_link.revoked': 'Invitation link revoked',
  'domain.onboarded': 'Added',
  'domain.changed': 'Settings changed',
  'domain.blocked': 'Blocked',
  'domain.unblocked': 'Unblocked',
  'domain.moved': 'Moved to another workspace',
  'domain.deleted': 'Deleted',
  'domain.restored': 'Restored',
  'domain.purged': 'Purged',
  'domain.policy_changed': 'Claim policy changed',
  'domain.host_added': 'Own host added',
  'domain.host_removed': 'Own host removed',
  'domain.template_added': 'Template added',
  'domain.template_changed': 'Template changed',
  'domain.template_removed': 'Template deleted',
  'resolver.created': 'Resolver registered',
  'resolver.changed': 'Resolver changed',
  'workspace.created': 'Workspace opened',
  'member.added': 'Member added',
  'member.changed': 'Role changed',
  'member.removed': 'Member removed',
  'operator.added': 'Operator added',
  'operator.removed': 'Operator removed',
  'key.created': 'API key created',
  'key.rotated': 'API key replaced',
  'key.revoked': 'API key revoked',
  'mapp.granted': 'Writing allowed to an app',
  'mapp.revoked': 'Writing by an app ended',
  'primary_name.set': 'Set as primary name',
  'primary_name.removed': 'Removed as primary name',
  'payment.settled': 'Payment settled',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.rotated': 'Secret of a webhook replaced',
  'webhook.disabled': 'Webhook switched off',
  'webhook.deleted': 'Webhook deleted',
}

/** `Issued by API key “shop backend”`. */
export function describeEvent(
  { type, actor }: Pick<Event, 'type' | 'actor'>,
  keyNames?: ReadonlyMap<string, string>,
): string {
  return `${verbs[type]} by ${describeActor(actor, keyNames)}`
}

/** `keyNames`: of API keys, by id; one that is absent is described by the end of its id. */
function describeActor(
  { type, address, keyId }: Event['actor'],
  keyNames: ReadonlyMap<string, string> = new Map(),
): string {
  if (address) return type === 'member' ? `member ${shortAddress(address)}` : shortAddress(address)
  if (keyId && type === 'administrator') return 'an admin key'
  if (keyId) {
    const name = keyNames.get(keyId)
    return name ? `API key “${name}”` : `API key ${keyId.slice(-6)}`
  }
  return type === 'administrator' ? 'the command line' : type === 'wallet' ? 'a wallet' : 'the service'
}

/** `text com.github`, `address 60`, `names per wallet`. */
export function describeField({ field, key }: Pick<Change, 'field' | 'key'>): string {
  const kinds: Readonly<Record<string, string>> = { texts: 'text', addresses: 'address' }
  return key === null ? wordsOf(field) : `${kinds[field] ?? wordsOf(field)} ${key}`
}

/** `isAllowListed` is `allow listed`. */
function wordsOf(field: string): string {
  return field
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Of the field: times are milliseconds since 1970. */
export function describeValue(value: Change['before'], field: string): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field.endsWith('At') ? moment.format(value) : formatCount(value)
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : 'An earlier value, not kept'
}
