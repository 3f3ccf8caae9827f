import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { SubnameFilter } from '../../store/listing/filter.ts'
import type { CoreContext } from '../context.ts'
import { resolverOfDomain, type SubnameDetails } from './subname-details.ts'

export interface SubnameDetailsList {
  readonly items: readonly SubnameDetails[]
  /** Because the response would be too large. */
  readonly isTruncated: boolean
}

/** Reads each domain and resolver once. */
export async function withDetailsOfEach(
  context: CoreContext,
  { chainId, domains }: SubnameFilter,
  subnames: readonly Subname[],
): Promise<readonly SubnameDetails[]> {
  const ids = [...new Set(subnames.map(({ domainId }) => domainId))]
  const visibleDomains = domains ?? (await findVisibleDomains(context.store.replica, { chainId, ids }))
  const byId = new Map(visibleDomains.map((domain) => [domain.id, domain]))
  const resolvers = new Map<string, Resolver>()
  const details: SubnameDetails[] = []
  for (const subname of subnames) {
    const domain = byId.get(subname.domainId)
    // Its domain was deleted or blocked in the meantime.
    if (!domain) continue
    const resolver = resolvers.get(domain.resolverId) ?? (await resolverOfDomain(context, domain))
    resolvers.set(domain.resolverId, resolver)
    details.push({ subname, domain, resolver })
  }
  return details
}
