import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { type OwnDomain, requireOwnDomain } from './require-own-domain.ts'

/**
 * Deletes a domain: at once its subnames neither resolve nor can be read or changed. All of it is kept until the
 * operator purges it, and onboarding the domain anew brings it back (`onboardDomain`).
 *
 * @throws AppError those of `requireOwnDomain`.
 */
export async function deleteDomain(context: CoreContext, own: OwnDomain): Promise<Domain> {
  const domain = await requireOwnDomain(context, own)
  return changeDomain(context, domain, { deletedAt: context.clock() })
}
