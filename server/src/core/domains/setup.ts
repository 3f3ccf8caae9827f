import type { Address } from 'viem'
import { deferImport } from '../../async/defer-import.ts'
import { findNameResolver, type NameResolver } from '../../ccip/resolver.ts'
import { canManageName, type NameOwner, readNameOwner } from '../../chain/names.ts'
import type { OwnerCall } from '../../chain/owner-calls.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { type ChainClient, chainClientOf } from '../../rpc/operator.ts'
import { findDomain } from '../../store/entities/domains.ts'
import { canReadDomain } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { listResolvers } from '../resolvers/resolvers.ts'
import { getNameExpiries, type NameExpiry } from './onchain.ts'

export interface ReadDomainSetup {
  readonly caller: Caller
  readonly domain: string
  readonly chainId: ChainId
  /** Whether it controls the domain is read; absent: not. */
  readonly address?: Address | undefined
}

/** How far a domain is on its way to this service. */
export interface DomainSetup {
  readonly name: string
  readonly chainId: ChainId
  /** `null`: not registered, or expired. */
  readonly owner: NameOwner | null
  /** `null`: not registered, no second-level name of .eth, or not readable. */
  readonly expiry: NameExpiry | null
  /** `null` without an address. */
  readonly isController: boolean | null
  readonly onChain: NameResolver
  /** Those of this chain, the one of the domain or the default first. */
  readonly resolvers: readonly Resolver[]
  /** Whether the domain itself uses the first of them. */
  readonly isConfigured: boolean
  /** Sets the first resolver, for a controller; `null` if it is set, without a resolver, and in ENSv2. */
  readonly transaction: OwnerCall | null
  readonly isOnboarded: boolean
  /** `undefined` when not onboarded, or not readable by the caller. */
  readonly domainHere: Domain | undefined
}

/**
 * Reads the chain. Changes nothing.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`, unless only the expiry cannot be read.
 */
export async function readDomainSetup(
  context: CoreContext,
  { caller, domain: name, chainId, address }: ReadDomainSetup,
): Promise<DomainSetup> {
  const chain = chainClientOf(context.chains, chainId)
  const [stored, all, owner, expiry, onChain, isController] = await Promise.all([
    findDomain(context.store.db, chainId, name),
    listResolvers(context),
    readNameOwner(chain, name),
    readExpiry(context, chainId, name),
    findNameResolver(chain, name),
    address ? canManageName(chain, name, address) : null,
  ])
  const isOnboarded = stored !== undefined && stored.deletedAt === null
  const resolvers = all
    .filter((resolver) => resolver.chainId === chainId)
    .toSorted((a, b) => Number(b.id === stored?.resolverId) - Number(a.id === stored?.resolverId))
  const [resolver] = resolvers
  const isConfigured =
    resolver !== undefined && !onChain.inherited && onChain.resolver?.toLowerCase() === resolver.address
  return {
    name,
    chainId,
    owner,
    expiry,
    isController,
    onChain,
    resolvers,
    isConfigured,
    transaction:
      resolver && !isConfigured && owner?.generation === 1
        ? await transactionFor(chain, name, resolver)
        : null,
    isOnboarded,
    domainHere: isOnboarded && canReadDomain(caller, stored) ? stored : undefined,
  }
}

/** The setup does not depend on it. */
async function readExpiry(context: CoreContext, chainId: ChainId, name: string): Promise<NameExpiry | null> {
  try {
    const [expiry] = await getNameExpiries(context, { chainId, names: [name] })
    return expiry ?? null
  } catch (error) {
    if (error instanceof AppError && unreadable.has(error.name)) return null
    throw error
  }
}

const unreadable: ReadonlySet<string> = new Set(['UpstreamException', 'UpstreamTimeoutException'])

const importOwnerCalls = deferImport(() => import('../../chain/owner-calls.ts'))

async function transactionFor(chain: ChainClient, name: string, { address }: Resolver): Promise<OwnerCall> {
  const { setResolverCall } = await importOwnerCalls()
  return setResolverCall(chain, name, checksumAddress(address))
}
