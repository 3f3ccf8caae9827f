import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { EventType } from '../../model/event.ts'
import { type DomainChanges, lockDomain, updateDomain } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'

/**
 * `event` is `domain.changed` if absent.
 *
 * @throws AppError `EnsNotFound` when the domain was deleted or moved since the read.
 */
export async function changeDomain(
  context: CoreContext,
  domain: Domain,
  changes: DomainChanges,
  event: EventType = 'domain.changed',
): Promise<Domain> {
  const now = context.clock()
  const changed = await context.store.transaction(async (tx) => {
    const before = await lockDomain(tx, domain.id)
    const after = await updateDomain(tx, domain, changes, now)
    if (before && after) await appendEvents(tx, ...domainEvents(context, { type: event, before, after }))
    return after
  })
  if (changed) return changed
  throw new AppError('EnsNotFound', `${domain.name} was deleted or moved by another request.`)
}
