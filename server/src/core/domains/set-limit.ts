import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { type OwnDomain, requireOwnDomain } from './require-own-domain.ts'

/**
 * Sets how many subnames the domain may have; `null`: any number. A limit below the present count takes nothing away:
 * no name is issued until so many are gone that it is kept again.
 *
 * @throws AppError those of `requireOwnDomain`.
 */
export async function setDomainLimit(
  context: CoreContext,
  { limit, ...own }: OwnDomain & { readonly limit: number | null },
): Promise<Domain> {
  return changeDomain(context, await requireOwnDomain(context, own), { userChosenLimit: limit })
}
