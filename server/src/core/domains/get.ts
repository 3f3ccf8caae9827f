import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain } from '../credentials/authorize-domain.ts'
import { requireDomainById } from './require-domain.ts'
import type { OwnDomain } from './require-own-domain.ts'

/**
 * Reads a domain for a key of its workspace, whatever its scopes, or an admin key.
 *
 * @throws AppError `EnsNotFound`, `InvalidApiKeyException`, `ForbiddenException`.
 */
export async function getDomain(context: CoreContext, { caller, domainId }: OwnDomain): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  authorizeDomain(caller, domain)
  return domain
}
