import type { Domain } from '../../model/domain.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from './require-domain.ts'

export async function getDomainByName(
  context: CoreContext,
  { caller, chainId, name }: { readonly caller: Caller; readonly chainId: number; readonly name: string },
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  return domain
}
