import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { deleteDomainRows } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { blockEvents, domainEvents } from '../events/entity-events.ts'

/**
 * Permanently deletes a deleted domain with its subnames. An event keeps its last state.
 *
 * @throws AppError `EnsNotFound` without a deleted domain of that id.
 */
export async function purgeDomain(context: CoreContext, id: string): Promise<Domain> {
  return context.store.transaction(async (transaction) => {
    const purged = await deleteDomainRows(transaction, id)
    if (!purged) throw new AppError('EnsNotFound', `There is no deleted domain ${id}.`)
    const { domain, unblocked } = purged
    await appendEvents(
      transaction,
      ...domainEvents(context, { type: 'domain.purged', before: domain }),
      ...blockEvents(context, unblocked),
    )
    return domain
  })
}
