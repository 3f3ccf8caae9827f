import type { NameResolver } from '../../ccip/find-resolver.ts'
import { findNameResolvers } from '../../chain/resolvers-of-names.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { Domain } from '../../model/domain.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { listDomainsAfter } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { recordOnchainResolver } from './record-onchain-resolver.ts'

const pageSize = 500

type RefreshContext = Pick<CoreContext, 'store' | 'chains' | 'clock'>

export interface ObservedDomain {
  readonly domain: Domain
  /** `undefined`: not readable. */
  readonly resolver: NameResolver | undefined
}

/**
 * Stores resolver changes of a chain's domains, for `isJAN`. Unreadable domains stay unchanged (`findNameResolvers`).
 *
 * @param observe gets each page of domains as it was read.
 * @returns the changed domains.
 * @throws AppError `ServiceUnavailableException` without an RPC, `UpstreamException`, `UpstreamTimeoutException`:
 * earlier changes are kept.
 */
export async function refreshResolvers(
  context: RefreshContext,
  chainId: ChainId,
  observe?: (page: readonly ObservedDomain[]) => Promise<void>,
): Promise<readonly Domain[]> {
  const changed: Domain[] = []
  let page: readonly Domain[] = []
  do {
    page = await listDomainsAfter(context.store.db, chainId, page.at(-1)?.id ?? '', pageSize)
    changed.push(...(await refreshResolversOf(context, chainId, page, observe)))
  } while (page.length === pageSize)
  return changed
}

export async function refreshResolversOf(
  context: RefreshContext,
  chainId: ChainId,
  domains: readonly Domain[],
  observe?: (page: readonly ObservedDomain[]) => Promise<void>,
): Promise<readonly Domain[]> {
  if (domains.length === 0) return []
  const ownResolvers = await findAllResolvers(context.store.db)
  const onchainResolvers = await findNameResolvers(
    chainClientOf(context.chains, chainId),
    domains.map(({ name }) => name),
    new Set(ownResolvers.map(({ address }) => address)),
  )
  const changed: Domain[] = []
  for (const [index, domain] of domains.entries()) {
    const resolver = onchainResolvers[index]
    const updated = resolver && (await recordOnchainResolver(context, domain, resolver))
    if (updated && updated.onchainResolver !== domain.onchainResolver) changed.push(updated)
  }
  await observe?.(domains.map((domain, index) => ({ domain, resolver: onchainResolvers[index] })))
  return changed
}
