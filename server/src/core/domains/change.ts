import { AppError, type ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type DomainChanges, updateDomain } from '../../store/entities/domain-changes.ts'
import type { CoreContext } from '../context.ts'

/** @throws AppError `EnsNotFound` when the domain was deleted or moved since the read. */
export async function changeDomain(
  context: CoreContext,
  domain: Domain,
  changes: DomainChanges,
): Promise<Domain> {
  const now = context.clock()
  const changed = await context.store.transaction((tx) => updateDomain(tx, domain, changes, now))
  if (changed) return changed
  throw new AppError('EnsNotFound', `${domain.name} was deleted or moved by another request.`)
}

changeDomain.errors = ['EnsNotFound'] as const satisfies readonly ErrorName[]
