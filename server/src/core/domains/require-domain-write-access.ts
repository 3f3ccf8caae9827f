import type { ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { assertDomainAccess, isAdminKey, requireCallerApiKey } from '../auth/assert-domain-access.ts'
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
): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  assertDomainWriteAccess(caller, domain)
  return domain
}

/** Admin keys may also change blocked domains. */
export function assertDomainWriteAccess(caller: Caller, domain: Domain): void {
  assertDomainAccess(caller, domain, 'domains:write')
  if (!isAdminKey(requireCallerApiKey(caller))) assertNotBlocked(domain)
}

assertDomainWriteAccess.errors = [
  ...assertDomainAccess.errors,
  ...assertNotBlocked.errors,
] as const satisfies readonly ErrorName[]

requireDomainWriteAccess.errors = [
  ...requireDomainById.errors,
  ...assertDomainWriteAccess.errors,
] as const satisfies readonly ErrorName[]
