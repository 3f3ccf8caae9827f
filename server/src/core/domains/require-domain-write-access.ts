import type { Domain } from '../../model/domain.ts'
import { assertDomainAccess, isAdministrator } from '../auth/assert-access.ts'
import type { Permission } from '../auth/permissions.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomainById } from './require-domain.ts'

export interface DomainRef {
  readonly caller: Caller
  readonly domainId: string
}

export async function requireDomainWriteAccess(
  context: CoreContext,
  { caller, domainId }: DomainRef,
  permission: Permission = 'domains:write',
): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  assertDomainWriteAccess(caller, domain, permission)
  return domain
}

/** Administrators may also change blocked domains. */
export function assertDomainWriteAccess(
  caller: Caller,
  domain: Domain,
  permission: Permission = 'domains:write',
): void {
  assertDomainAccess(caller, domain, permission)
  if (!isAdministrator(caller)) assertNotBlocked(domain)
}
