import type { Domain } from '../../model/domain.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { CoreContext } from '../context.ts'
import { requireDomainById } from './require-domain.ts'
import type { DomainRef } from './require-domain-write-access.ts'

export async function getDomain(context: CoreContext, { caller, domainId }: DomainRef): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  assertDomainAccess(caller, domain)
  return domain
}
