import type { Records } from '../../ens/records.ts'
import type { Domain } from '../../model/domain.ts'
import { type DomainChanges, lockDomain, updateDomainRecords } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import type { Permission } from '../auth/permissions.ts'
import type { CoreContext } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import { type DomainRef, requireDomainWriteAccess } from './require-domain-write-access.ts'

export interface DomainRecordsChange extends DomainRef {
  readonly permission: Permission
  /** May throw. */
  readonly change: (current: Domain) => Records
  /** Of the state that `change` gets; absent: none. */
  readonly otherChanges?: (current: Domain) => DomainChanges
}

/** Changes a domain's own records. After a concurrent write, access is checked and the change computed again. */
export function changeDomainRecords(
  context: CoreContext,
  { permission, change, otherChanges, ...domainRef }: DomainRecordsChange,
): Promise<Domain> {
  return retryOnConflict('The domain', async () => {
    const domain = await requireDomainWriteAccess(context, domainRef, permission)
    const records = change(domain)
    const changes = otherChanges?.(domain) ?? {}
    const update = { domain, records, changes, updatedAt: context.clock() }
    return context.store.transaction(async (tx) => {
      const before = await lockDomain(tx, domain.id)
      const after = await updateDomainRecords(tx, update)
      if (before && after)
        await appendEvents(tx, ...domainEvents(context, { type: 'domain.changed', before, after }))
      return after
    })
  })
}
