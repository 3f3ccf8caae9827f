import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { setBlocked } from '../../store/entities/blocks.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { blockEvents } from '../events/entity-events.ts'
import { requireDomain } from './require-domain.ts'

export interface SetDomainBlocked {
  readonly chainId: number
  readonly name: string
  readonly isBlocked: boolean
}

/**
 * Blocks or unblocks a domain, in use or deleted, and all below it, as the operator. Blocked names cannot be read,
 * written, resolved or onboarded; nothing is deleted.
 */
export async function setDomainBlocked(context: CoreContext, input: SetDomainBlocked): Promise<Domain> {
  const { store, clock } = context
  const domain = await requireDomain(context, input.chainId, input.name, { includeDeleted: true })
  const changed = await store.transaction(async (tx) => {
    const change = await setBlocked(tx, domain, input.isBlocked, clock())
    if (change) await appendEvents(tx, ...blockEvents(context, change.affected))
    return change?.domain
  })
  if (changed) return changed
  throw new AppError('EnsNotFound', `${domain.name} was purged by another request.`)
}
