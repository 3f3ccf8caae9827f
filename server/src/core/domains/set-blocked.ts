import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { setBlocked } from '../../store/entities/blocks.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from './require-domain.ts'

export interface SetDomainBlocked {
  readonly chainId: number
  readonly name: string
  readonly isBlocked: boolean
}

/**
 * Blocks a domain, in use or deleted, and every domain below it, or unblocks it, for the operator. While it is blocked its
 * names cannot be read or written and resolve to nothing, and no domain is onboarded below it; nothing is deleted. A domain
 * below a blocked one stays blocked until that one is unblocked.
 */
export async function setDomainBlocked(context: CoreContext, input: SetDomainBlocked): Promise<Domain> {
  const { store, clock } = context
  const domain = await requireDomain(context, input.chainId, input.name, { includeDeleted: true })
  const changed = await store.transaction((tx) => setBlocked(tx, domain, input.isBlocked, clock()))
  if (changed) return changed
  throw new AppError('EnsNotFound', `${domain.name} was purged by another request.`)
}

setDomainBlocked.errors = requireDomain.errors
