import type { Domain } from '../../model/domain.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { type DomainRef, requireDomainWriteAccess } from './require-domain-write-access.ts'

/** `null`: unlimited. A lower limit removes no names. */
export async function setDomainLimit(
  context: CoreContext,
  { limit, ...domainRef }: DomainRef & { readonly limit: number | null },
): Promise<Domain> {
  return changeDomain(context, await requireDomainWriteAccess(context, domainRef), { userChosenLimit: limit })
}
