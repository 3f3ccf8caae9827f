import type { Hex } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import type { Resolver } from '../../model/resolver.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { saveResolverUpdate } from '../../store/entities/resolvers.ts'
import { listDomainsOfResolver } from '../../store/listing/domains.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { refreshResolversOf } from '../domains/onchain.ts'
import { resolverEvents } from '../events/entity-events.ts'
import { getResolver, parseResolverEntry, type ResolverEntry } from './resolvers.ts'
import { readSigningScheme } from './signing-scheme.ts'

export interface UpdateResolver extends ResolverEntry {
  readonly id: string
}

/** The signer monitor reads the others. */
const maxRefreshedDomains = 100

/**
 * Changes an entry except its chain; a new contract's signing scheme is read from it. Reads its domains' resolvers on chain; the
 * signer monitor retries.
 */
export async function updateResolver(context: CoreContext, input: UpdateResolver): Promise<Resolver> {
  const entry = parseResolverEntry(input)
  const before = await getResolver(context, input.id)
  const signingScheme = await schemeAfterUpdate(context, before, entry.address)
  const changed = { ...entry, signingScheme, updatedAt: context.clock() }
  const events = resolverEvents(context, {
    type: 'resolver.changed',
    before,
    after: { ...before, ...changed },
  })
  const isSaved = await context.store.inTurn(input.id).transaction(async (tx) => {
    if (!(await saveResolverUpdate(tx, input.id, changed))) return false
    await appendEvents(tx, ...events)
    return true
  })
  if (!isSaved)
    throw new AppError('BadRequestException', `${entry.address} is registered on its chain already.`)
  const resolver = await getResolver(context, input.id)
  await settleAppError(() => refreshDomainsOf(context, resolver))
  return resolver
}

/** Where the contract cannot be read, the scheme stays, but for siblings, which its contract may not accept. */
async function schemeAfterUpdate(
  { chains }: CoreContext,
  { address, chainId, signingScheme }: Resolver,
  newAddress: Hex,
): Promise<SigningScheme> {
  if (newAddress === address) return signingScheme
  const chain = isChainId(chainId) ? chains.get(chainId) : undefined
  const found = chain && (await settleAppError(() => readSigningScheme(chain, checksumAddress(newAddress))))
  if (found && !(found instanceof AppError)) return found
  return signingScheme === 'merkle' ? 'chain-bound' : signingScheme
}

async function refreshDomainsOf(context: CoreContext, { id, chainId }: Resolver): Promise<void> {
  if (!isChainId(chainId) || !context.chains.has(chainId)) return
  await refreshResolversOf(
    context,
    chainId,
    await listDomainsOfResolver(context.store.db, id, maxRefreshedDomains),
  )
}
