import type { Domain } from '../../model/domain.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { type DomainRef, requireDomainWriteAccess } from './require-domain-write-access.ts'

/**
 * Deletes a domain; its subnames no longer resolve. Data stays until a purge, and onboarding restores it
 * (`onboardDomain`).
 */
export async function deleteDomain(context: CoreContext, domainRef: DomainRef): Promise<Domain> {
  const domain = await requireDomainWriteAccess(context, domainRef)
  return changeDomain(context, domain, { deletedAt: context.clock() }, 'domain.deleted')
}
