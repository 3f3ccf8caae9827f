import type { Hex } from 'viem'

/** Hierarchical, as Standard Webhooks names them. */
export const eventTypes = [
  'subname.issued',
  'subname.reserved',
  'subname.accepted',
  'subname.rejected',
  'subname.changed',
  'subname.transferred',
  'subname.revoked',
  'subname.erased',
  'sealed_set.ending',
  'sealed_set.ended',
  'claim.requested',
  'claim.declined',
  'claim.withdrawn',
  'invitation_link.created',
  'invitation_link.revoked',
  'domain.onboarded',
  'domain.changed',
  'domain.blocked',
  'domain.unblocked',
  'domain.moved',
  'domain.deleted',
  'domain.restored',
  'domain.purged',
  'domain.policy_changed',
  'domain.host_added',
  'domain.host_removed',
  'domain.template_added',
  'domain.template_changed',
  'domain.template_removed',
  'domain.message_left',
  'domain.anchor_started',
  'domain.anchor_changed',
  'domain.anchor_stopped',
  'resolver.created',
  'resolver.changed',
  'workspace.created',
  'member.added',
  'member.changed',
  'member.removed',
  'operator.added',
  'operator.removed',
  'key.created',
  'key.rotated',
  'key.revoked',
  'mapp.granted',
  'mapp.revoked',
  'primary_name.set',
  'primary_name.removed',
  'payment.settled',
  'webhook.created',
  'webhook.changed',
  'webhook.rotated',
  'webhook.replayed',
  'webhook.disabled',
  'webhook.deleted',
] as const

export type EventType = (typeof eventTypes)[number]

/** After which a name is gone. */
export const removalTypes = [
  'subname.revoked',
  'subname.rejected',
  'subname.erased',
] as const satisfies readonly EventType[]

export type Actor =
  /** Signed the request; null once erased. */
  | { readonly type: 'wallet'; readonly address: Hex | null }
  | { readonly type: 'key'; readonly keyId: string }
  /** In a session; an operator too. */
  | { readonly type: 'member'; readonly address: Hex }
  /** `keyId` is null for the command line. */
  | { readonly type: 'administrator'; readonly keyId: string | null }
  | { readonly type: 'system' }

/** Who caused an event: all of a kind, a wallet or member by address, a key by id. */
export type ActorFilter =
  | { readonly type: Actor['type'] }
  | { readonly address: Hex }
  | { readonly keyId: string }

/** Who causes the writes of a context, and in which request. */
export interface EventCause {
  readonly actor: Actor
  /** Null outside HTTP. */
  readonly requestId: string | null
}

/** In place of old values: SHA-256, as lower-case hex, of what `compactChanges` states. */
export interface ValueDigest {
  readonly sha256: string
}

export type EventValue = string | number | boolean | null | readonly string[] | ValueDigest

export function isDigest(value: EventValue): value is ValueDigest {
  return typeof value === 'object' && value !== null && 'sha256' in value
}

/** One field, or one record of a kind, as stored; with digests, all values of a field. `null` is absent. */
export interface EventChange {
  readonly field: string
  /** Coin type or text key; null for a field. */
  readonly key: string | number | null
  readonly before: EventValue
  readonly after: EventValue
}

/** Never changed, except by an erasure and the compaction of old values, and outlives its domain and name. Contains no secret and no signature. */
export interface NewEvent extends EventCause {
  readonly type: EventType
  readonly chainId: number | null
  /** The subname, domain or other name that changed. */
  readonly name: string | null
  readonly domainId: string | null
  /** The workspace whose keys may read it; null: administrators only. */
  readonly workspaceId: string | null
  readonly changes: readonly EventChange[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export interface StoredEvent extends NewEvent {
  /** From 1, without gaps, in commit order. */
  readonly sequence: number
}

/** Of an event: what changed, without values, which may be large. */
export interface EventSummary extends Omit<StoredEvent, 'actor' | 'changes'> {
  readonly changed: readonly Pick<EventChange, 'field' | 'key'>[]
}
