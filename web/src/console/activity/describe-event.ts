import type { components } from '../../api/openapi-types.ts'
import { shortAddress } from '../../ui/short-address.ts'

type Event = components['schemas']['Event']
type Change = Event['changes'][number]

const verbs: Readonly<Record<Event['type'], string>> = {
  'subname.issued': 'was given',
  'subname.reserved': 'was reserved',
  'subname.accepted': 'was accepted',
  'subname.rejected': 'was declined',
  'subname.changed': 'was edited',
  'subname.transferred': 'has a new holder',
  'subname.revoked': 'was taken back or given up',
  'subname.erased': 'was erased',
  'claim.requested': 'was applied for',
  'claim.declined': 'was not approved',
  'claim.withdrawn': 'is not applied for any more',
  'invitation_link.created': 'has a new invitation link',
  'invitation_link.revoked': 'has an invitation link revoked',
  'domain.onboarded': 'was added',
  'domain.changed': 'was changed',
  'domain.blocked': 'was blocked',
  'domain.unblocked': 'is not blocked any more',
  'domain.moved': 'moved to another workspace',
  'domain.deleted': 'was deleted',
  'domain.restored': 'was restored',
  'domain.purged': 'was purged',
  'domain.policy_changed': 'has a new policy',
  'domain.host_added': 'is shown at a host of its own',
  'domain.host_removed': 'is no longer shown at a host of its own',
  'resolver.created': 'Resolver registered',
  'resolver.changed': 'Resolver changed',
  'workspace.created': 'Workspace opened',
  'member.added': 'Member added',
  'member.changed': 'Role changed',
  'member.removed': 'Member removed',
  'operator.added': 'Operator added',
  'operator.removed': 'Operator removed',
  'key.created': 'Key made',
  'key.rotated': 'Key replaced',
  'key.revoked': 'Key revoked',
  'mapp.granted': 'lets an app write',
  'mapp.revoked': 'lets an app write no more',
  'primary_name.set': 'is a primary name',
  'primary_name.removed': 'is a primary name no more',
  'payment.settled': 'Payment settled',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.rotated': 'Secret of a webhook replaced',
  'webhook.disabled': 'Webhook switched off',
  'webhook.deleted': 'Webhook deleted',
}

/** What follows the name, or stands alone without one. */
export function describeType(type: Event['type']): string {
  return verbs[type]
}

/** `keyNames`: of API keys, by id; one that is absent is described by the end of its id. */
export function describeActor(
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

/** `text com.github`, `address 60`, `holder`. */
export function describeField({ field, key }: Change): string {
  const kinds: Readonly<Record<string, string>> = { texts: 'text', addresses: 'address' }
  return key === null ? field : `${kinds[field] ?? field} ${key}`
}

export function describeValue(value: Change['before']): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join(', ') : `${value}`
}
