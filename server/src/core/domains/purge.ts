import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { deleteDomainRows } from '../../store/entities/domain-changes.ts'
import { appendEvent } from '../../store/entities/events.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'

/**
 * Deletes a deleted domain and its subnames permanently, so that any workspace can onboard it as new. An event keeps the last
 * state of the domain itself.
 *
 * @throws AppError `EnsNotFound` without a deleted domain of that id; one in use must be deleted first.
 */
export async function purgeDomain(context: CoreContext, id: string): Promise<Domain> {
  return context.store.transaction(async (transaction) => {
    const domain = await deleteDomainRows(transaction, id)
    if (!domain) throw new AppError('EnsNotFound', `There is no deleted domain ${id}.`)
    await appendEvent(transaction, {
      id: newId(),
      type: 'domain.purged',
      chainId: domain.chainId,
      name: domain.name,
      domainId: domain.id,
      data: domain,
      createdAt: context.clock(),
    })
    return domain
  })
}
