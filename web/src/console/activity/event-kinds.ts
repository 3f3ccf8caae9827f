import type { components } from '@byname/sdk/openapi'

export type EventType = components['schemas']['Event']['type']

/** What an owner filters by; the types of a kind are in one line of the interface. */
const kinds = {
  all: null,
  names: [
    'subname.issued',
    'subname.reserved',
    'subname.accepted',
    'subname.rejected',
    'subname.transferred',
    'subname.revoked',
    'subname.erased',
  ],
  records: ['subname.changed', 'mapp.granted', 'mapp.revoked', 'primary_name.set', 'primary_name.removed'],
  claims: [
    'claim.requested',
    'claim.declined',
    'claim.withdrawn',
    'invitation_link.created',
    'invitation_link.revoked',
    'domain.policy_changed',
  ],
  domains: [
    'domain.onboarded',
    'domain.changed',
    'domain.blocked',
    'domain.unblocked',
    'domain.moved',
    'domain.deleted',
    'domain.restored',
    'domain.purged',
    'domain.host_added',
    'domain.host_removed',
    'domain.template_added',
    'domain.template_changed',
    'domain.template_removed',
  ],
  access: [
    'member.added',
    'member.changed',
    'member.removed',
    'key.created',
    'key.rotated',
    'key.revoked',
    'webhook.created',
    'webhook.changed',
    'webhook.rotated',
    'webhook.disabled',
    'webhook.deleted',
  ],
} as const satisfies Readonly<Record<string, readonly EventType[] | null>>

export type EventKind = keyof typeof kinds

export const eventKindOptions: readonly { readonly value: EventKind; readonly title: string }[] = [
  { value: 'all', title: 'Everything' },
  { value: 'names', title: 'Names: issued, transferred, removed' },
  { value: 'records', title: 'Records of names' },
  { value: 'claims', title: 'Claims and policy' },
  { value: 'domains', title: 'Domains' },
  { value: 'access', title: 'Members, keys, webhooks' },
]

export function isEventKind(text: unknown): text is EventKind {
  return typeof text === 'string' && Object.hasOwn(kinds, text)
}

/** Null: all. */
export function typesOf(kind: EventKind): EventType[] | null {
  const types = kinds[kind]
  return types && [...types]
}
