import { normalizeName } from '../../ens/name.ts'
import { listSubnamesOfDomain } from '../../store/subname-listing.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { emptyPage, type Page, type PageRequest, pageOf } from '../page.ts'
import { type IssuedName, resolverOfDomain } from './issued-name.ts'

/**
 * One page of a domain's subnames, newest first unless asked otherwise. `isClaimed` absent lists all. A blocked domain
 * lists none.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`.
 */
export async function listSubnamesOf(
  context: CoreContext,
  input: PageRequest & { chainId: number; domain: string; isClaimed?: boolean | undefined },
): Promise<Page<IssuedName>> {
  const domain = await requireDomain(context, input.chainId, normalizeName(input.domain))
  if (domain.isBlocked) return emptyPage(input)
  const resolver = await resolverOfDomain(context, domain)
  const { items, totalCount } = await listSubnamesOfDomain(context.store.db, {
    ...input,
    domainId: domain.id,
  })
  return pageOf(
    input,
    totalCount,
    items.map((subname) => ({ subname, domain, resolver })),
  )
}
