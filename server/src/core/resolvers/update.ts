import { isChainId } from '../../ens/chain-id.ts'
import { AppError } from '../../errors.ts'
import { listDomainsOfResolver } from '../../store/domain-listing.ts'
import { type Resolver, updateResolver as write } from '../../store/resolvers.ts'
import { attempt } from '../attempt.ts'
import type { CoreContext } from '../context.ts'
import { refreshEach } from '../domains/refresh-resolvers.ts'
import { getResolver } from './get.ts'
import { parseEntry, type ResolverEntry } from './parse-entry.ts'

export interface UpdateResolver extends ResolverEntry {
  readonly id: string
}

/** Domains whose resolver on chain is read anew with a change; the signer monitor reads the others. */
const readAnew = 100

/**
 * Changes a resolver entry; the next lookup signs for the new address. Its chain and its signing scheme stay. Which of its
 * domains use the new address is read on chain; where that fails, the signer monitor does it later.
 *
 * @throws AppError `OffchainResolverNotFoundException`, `BadRequestException` for a malformed entry and when another
 * entry has the address.
 */
export async function updateResolver(context: CoreContext, input: UpdateResolver): Promise<Resolver> {
  const entry = parseEntry(input)
  await getResolver(context, input.id)
  const changed = { ...entry, updatedAt: context.clock() }
  if (!(await context.store.transaction((tx) => write(tx, input.id, changed))))
    throw new AppError('BadRequestException', `${entry.address} is registered on its chain already.`)
  const resolver = await getResolver(context, input.id)
  await attempt(() => refreshDomainsOf(context, resolver))
  return resolver
}

async function refreshDomainsOf(context: CoreContext, { id, chainId }: Resolver): Promise<void> {
  if (!isChainId(chainId) || !context.chains.has(chainId)) return
  await refreshEach(context, chainId, await listDomainsOfResolver(context.store.db, id, readAnew))
}
