import { findOpenDomains } from '../../store/domain-listing.ts'
import type { Resolver } from '../../store/resolvers.ts'
import type { SubnameFilter } from '../../store/subname-filter.ts'
import type { Subname } from '../../store/subname-row.ts'
import type { CoreContext } from '../context.ts'
import { type IssuedName, resolverOfDomain } from './issued-name.ts'

/** Subnames that were found. */
export interface IssuedNames {
  readonly items: readonly IssuedName[]
  /** Whether the last ones are left out, because the answer would be too large. */
  readonly isTruncated: boolean
}

/** Adds their domains and resolvers to the subnames that a filter has found, reading each of them once. */
export async function issuedNames(
  context: CoreContext,
  { chainId, domains }: SubnameFilter,
  subnames: readonly Subname[],
): Promise<readonly IssuedName[]> {
  const ids = [...new Set(subnames.map(({ domainId }) => domainId))]
  const found = domains ?? (await findOpenDomains(context.store.recent, { chainId, ids }))
  const byId = new Map(found.map((domain) => [domain.id, domain]))
  const resolvers = new Map<string, Resolver>()
  const issued: IssuedName[] = []
  for (const subname of subnames) {
    const domain = byId.get(subname.domainId)
    // Its domain was deleted or blocked a moment ago.
    if (!domain) continue
    const resolver = resolvers.get(domain.resolverId) ?? (await resolverOfDomain(context, domain))
    resolvers.set(domain.resolverId, resolver)
    issued.push({ subname, domain, resolver })
  }
  return issued
}
