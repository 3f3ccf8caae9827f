import { chainOf } from '../../chain/chains.ts'
import { resolversOf } from '../../chain/resolvers-of.ts'
import type { ChainId } from '../../ens/chain-id.ts'
import { listDomainsAfter } from '../../store/domain-listing.ts'
import type { Domain } from '../../store/domains.ts'
import { listResolvers } from '../../store/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { noteResolver } from './note-resolver.ts'

/** Domains that are held in memory at once. */
const pageSize = 500

type RefreshContext = Pick<CoreContext, 'store' | 'chains' | 'clock'>

/**
 * Reads which resolver every domain of a chain has on chain, and keeps what has changed, so that `isJAN` of their names is
 * true. A domain that cannot be told (`resolversOf`) stays as it is.
 *
 * @returns the domains that have changed, as they are then.
 * @throws AppError `ServiceUnavailableException` without a node of the chain, `UpstreamException`,
 * `UpstreamTimeoutException`: what was read before is kept.
 */
export async function refreshResolvers(
  context: RefreshContext,
  chainId: ChainId,
): Promise<readonly Domain[]> {
  const changed: Domain[] = []
  let page: readonly Domain[] = []
  do {
    page = await listDomainsAfter(context.store.db, chainId, page.at(-1)?.id ?? '', pageSize)
    changed.push(...(await refreshEach(context, chainId, page)))
  } while (page.length === pageSize)
  return changed
}

/** The same for these domains of a chain. */
export async function refreshEach(
  context: RefreshContext,
  chainId: ChainId,
  domains: readonly Domain[],
): Promise<readonly Domain[]> {
  if (domains.length === 0) return []
  const ours = await listResolvers(context.store.db)
  const seen = await resolversOf(
    chainOf(context.chains, chainId),
    domains.map(({ name }) => name),
    new Set(ours.map(({ address }) => address)),
  )
  const changed: Domain[] = []
  for (const [index, domain] of domains.entries()) {
    const resolver = seen[index]
    const noted = resolver && (await noteResolver(context, domain, resolver))
    if (noted && noted.onchainResolver !== domain.onchainResolver) changed.push(noted)
  }
  return changed
}
