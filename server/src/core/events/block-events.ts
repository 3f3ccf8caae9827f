import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import { domainEvents } from './domain-event.ts'
import type { EventContext } from './new-event.ts'

/** Of domains whose block has just changed, by their own or by that of a domain above. */
export function blockEvents(context: EventContext, affected: readonly Domain[]): readonly NewEvent[] {
  return affected.flatMap((after) => {
    const type = after.isBlocked ? 'domain.blocked' : 'domain.unblocked'
    return domainEvents(context, { type, before: { ...after, isBlocked: !after.isBlocked }, after })
  })
}
