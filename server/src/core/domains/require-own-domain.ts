import type { Domain } from '../../store/domains.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain, isAdmin, requireKey } from '../credentials/authorize-domain.ts'
import { assertNotBlocked, requireDomainById } from './require-domain.ts'

/** Which domain is meant, and who is asking. */
export interface OwnDomain {
  readonly caller: Caller
  readonly domainId: string
}

/**
 * The domain, if the caller may change it (`assertMayChange`).
 *
 * @throws AppError `EnsNotFound`, and those of `assertMayChange`.
 */
export async function requireOwnDomain(
  context: CoreContext,
  { caller, domainId }: OwnDomain,
): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  assertMayChange(caller, domain)
  return domain
}

/**
 * Requires that the caller may change a domain: with an admin key, or, unless it is blocked, with a key that has
 * `domains:write` for it.
 *
 * @throws AppError `InvalidApiKeyException`, `ForbiddenException`, `DomainBlockedException`.
 */
export function assertMayChange(caller: Caller, domain: Domain): void {
  authorizeDomain(caller, domain, 'domains:write')
  if (!isAdmin(requireKey(caller))) assertNotBlocked(domain)
}
