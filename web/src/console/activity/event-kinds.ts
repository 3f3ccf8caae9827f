import type { components } from '@byname/sdk/openapi'

export type EventType = components['schemas']['Event']['type']

const titles = {
  all: 'Everything',
  names: 'Names: issued, transferred, removed',
  records: 'Records of names',
  claims: 'Claims and policy',
  domains: 'Domains',
  access: 'Members, keys, webhooks',
} as const

/** What an owner filters by. */
export type EventKind = keyof typeof titles

interface Described {
  /** Absent: only administrators read it. */
  readonly kind?: Exclude<EventKind, 'all'>
  readonly title: string
}

const events: Readonly<Record<EventType, Described>> = {
  'subname.issued': { kind: 'names', title: 'Issued' },
  'subname.reserved': { kind: 'names', title: 'Reserved' },
  'subname.accepted': { kind: 'names', title: 'Reservation accepted' },
  'subname.rejected': { kind: 'names', title: 'Reservation declined' },
  'subname.changed': { kind: 'records', title: 'Edited' },
  'subname.transferred': { kind: 'names', title: 'Transferred' },
  'subname.revoked': { kind: 'names', title: 'Removed' },
  'subname.erased': { kind: 'names', title: 'Erased' },
  'sealed_set.ending': { kind: 'records', title: 'Renewal of its signature asked for' },
  'sealed_set.ended': { kind: 'records', title: 'Signature found expired' },
  'claim.requested': { kind: 'claims', title: 'Requested' },
  'claim.declined': { kind: 'claims', title: 'Request declined' },
  'claim.withdrawn': { kind: 'claims', title: 'Request withdrawn' },
  'invitation_link.created': { kind: 'claims', title: 'Invitation link created' },
  'invitation_link.revoked': { kind: 'claims', title: 'Invitation link revoked' },
  'domain.onboarded': { kind: 'domains', title: 'Added' },
  'domain.changed': { kind: 'domains', title: 'Settings changed' },
  'domain.blocked': { kind: 'domains', title: 'Blocked' },
  'domain.unblocked': { kind: 'domains', title: 'Unblocked' },
  'domain.moved': { kind: 'domains', title: 'Moved to another workspace' },
  'domain.deleted': { kind: 'domains', title: 'Deleted' },
  'domain.restored': { kind: 'domains', title: 'Restored' },
  'domain.purged': { kind: 'domains', title: 'Purged' },
  'domain.policy_changed': { kind: 'claims', title: 'Claim policy changed' },
  'domain.host_added': { kind: 'domains', title: 'Own host added' },
  'domain.host_removed': { kind: 'domains', title: 'Own host removed' },
  'domain.template_added': { kind: 'domains', title: 'Template added' },
  'domain.template_changed': { kind: 'domains', title: 'Template changed' },
  'domain.template_removed': { kind: 'domains', title: 'Template deleted' },
  'domain.message_left': { kind: 'names', title: 'Message left for holders' },
  'domain.anchor_started': { kind: 'domains', title: 'Publishing as files began' },
  'domain.anchor_changed': { kind: 'domains', title: 'Publishing as files changed' },
  'domain.anchor_stopped': { kind: 'domains', title: 'Publishing as files ended' },
  'resolver.created': { title: 'Resolver registered' },
  'resolver.changed': { title: 'Resolver changed' },
  'workspace.created': { title: 'Workspace opened' },
  'member.added': { kind: 'access', title: 'Member added' },
  'member.changed': { kind: 'access', title: 'Role changed' },
  'member.removed': { kind: 'access', title: 'Member removed' },
  'operator.added': { title: 'Operator added' },
  'operator.removed': { title: 'Operator removed' },
  'key.created': { kind: 'access', title: 'API key created' },
  'key.rotated': { kind: 'access', title: 'API key replaced' },
  'key.revoked': { kind: 'access', title: 'API key revoked' },
  'mapp.granted': { kind: 'records', title: 'Writing allowed to an app' },
  'mapp.revoked': { kind: 'records', title: 'Writing by an app ended' },
  'primary_name.set': { kind: 'records', title: 'Set as primary name' },
  'primary_name.removed': { kind: 'records', title: 'Removed as primary name' },
  'payment.settled': { title: 'Payment settled' },
  'webhook.created': { kind: 'access', title: 'Webhook created' },
  'webhook.changed': { kind: 'access', title: 'Webhook changed' },
  'webhook.rotated': { kind: 'access', title: 'Secret of a webhook replaced' },
  'webhook.replayed': { kind: 'access', title: 'Events sent again to a webhook' },
  'webhook.disabled': { kind: 'access', title: 'Webhook switched off' },
  'webhook.deleted': { kind: 'access', title: 'Webhook deleted' },
}

export const eventKindOptions = (Object.keys(titles) as EventKind[]).map((value) => ({
  value,
  title: titles[value],
}))

export function isEventKind(text: unknown): text is EventKind {
  return typeof text === 'string' && Object.hasOwn(titles, text)
}

/** Null: all. */
export function typesOf(kind: EventKind): EventType[] | null {
  if (kind === 'all') return null
  return (Object.keys(events) as EventType[]).filter((type) => events[type].kind === kind)
}

export function titleOfEvent(type: EventType): string {
  return events[type].title
}
