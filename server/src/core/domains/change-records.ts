import type { Records } from '../../ens/records.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type DomainChanges, updateDomainRecords } from '../../store/entities/domain-changes.ts'
import type { CoreContext } from '../context.ts'
import { type DomainRef, requireDomainWriteAccess } from './require-domain-write-access.ts'

/** Changes that lost a race are made again on the newer records; more losses than this mean something is wrong. */
const maxAttempts = 20

export interface DomainRecordsChange extends DomainRef {
  /** Computes the new records from the newest ones; may refuse by throwing. */
  readonly change: (current: Records) => Records
  /** What else changes, in the same write. */
  readonly otherChanges?: DomainChanges
}

/**
 * Changes what a domain itself resolves to. When another write came first, the caller's right is checked again and the
 * change is computed again, so no write is lost and none happens that is no longer allowed.
 *
 * @returns the domain as it is now.
 */
export async function changeDomainRecords(
  context: CoreContext,
  { change, otherChanges = {}, ...domainRef }: DomainRecordsChange,
): Promise<Domain> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const domain = await requireDomainWriteAccess(context, domainRef)
    const records = change(domain.records)
    const update = { domain, records, changes: otherChanges, updatedAt: context.clock() }
    const changed = await context.store.transaction((tx) => updateDomainRecords(tx, update))
    if (changed) return changed
  }
  throw new AppError('ServiceUnavailableException', 'The domain is being changed too often; try again.')
}

changeDomainRecords.errors = [
  ...requireDomainWriteAccess.errors,
  'ServiceUnavailableException',
] as const satisfies readonly ErrorName[]
