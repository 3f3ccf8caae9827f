import type { EventType, NewEvent } from '../../model/event.ts'
import type { Resolver } from '../../model/resolver.ts'
import { type EventContext, newEvent } from './new-event.ts'

interface ResolverChange {
  readonly type: EventType
  readonly before?: Resolver
  readonly after: Resolver
}

const fields = ['id', 'address', 'registryAddress', 'nodeProvider', 'environment', 'signingScheme'] as const

/** Names the entry by its id, which does not change. None without a change. */
export function resolverEvents(
  context: EventContext,
  { type, before, after }: ResolverChange,
): readonly NewEvent[] {
  const changes = fields
    .map((field) => ({ field, key: null, before: before?.[field] ?? null, after: after[field] }))
    .filter((change) => change.field === 'id' || change.before !== change.after)
  return changes.length > 1 ? [newEvent(context, { type, chainId: after.chainId, changes })] : []
}
