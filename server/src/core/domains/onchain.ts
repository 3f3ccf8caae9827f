import { findNameResolver, type NameResolver } from '../../ccip/resolver.ts'
import { type Expiry, readExpiries } from '../../chain/expiry.ts'
import { findNameResolvers } from '../../chain/resolvers-of-names.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, normalizeName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { writeOnchainResolver } from '../../store/entities/domain-changes.ts'
import { findDomain } from '../../store/entities/domains.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { listDomainsAfter } from '../../store/listing/domains.ts'
import { canReadDomain } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { getResolver } from '../resolvers/resolvers.ts'

export interface DomainResolverCheck {
  readonly name: string
  /** Also determines the chain. */
  readonly expected: Resolver
  readonly onChain: NameResolver
  /** False for another or an inherited resolver. */
  readonly isConfigured: boolean
  /** `undefined` when not onboarded there, or not readable by the caller. */
  readonly domain: Domain | undefined
}

/**
 * Compares a domain's resolver on chain with the given one, and stores the result of an onboarded domain for `isJAN`.
 * Returns the domain only for admin keys and unlimited keys of its workspace.
 */
export async function checkDomainResolver(
  context: CoreContext,
  input: { caller: Caller; domain: EnsName; resolverId: string },
): Promise<DomainResolverCheck> {
  const name = input.domain
  const expected = await getResolver(context, input.resolverId)
  const [onChain, domain] = await Promise.all([
    findNameResolver(chainClientOf(context.chains, expected.chainId), name),
    findDomain(context.store.db, expected.chainId, name),
  ])
  const isConfigured = !onChain.inherited && onChain.resolver?.toLowerCase() === expected.address
  const updated = domain && (await recordOnchainResolver(context, domain, onChain))
  return {
    name,
    expected,
    onChain,
    isConfigured,
    domain: updated && canReadDomain(input.caller, updated) ? updated : undefined,
  }
}

async function recordOnchainResolver(
  context: Pick<CoreContext, 'store' | 'clock'>,
  domain: Domain,
  observed: NameResolver,
): Promise<Domain> {
  const onchainResolver = observed.inherited ? null : observed.resolver && lowerCaseHex(observed.resolver)
  if (onchainResolver === domain.onchainResolver) return domain
  return (await writeOnchainResolver(context.store.db, domain, onchainResolver, context.clock())) ?? domain
}

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

/** `name` is as in the request. */
export interface NameExpiry extends Expiry {
  readonly name: string
}

/**
 * Returns expiries in the requested order. Omits names that were never registered, are not second-level `.eth` names,
 * or have no normal form (ENSIP-15).
 */
export async function getNameExpiries(
  context: CoreContext,
  input: { chainId: ChainId; names: readonly string[] },
): Promise<readonly NameExpiry[]> {
  const chain = chainClientOf(context.chains, input.chainId)
  const registrable = input.names.flatMap((name) => {
    const label = secondLevelLabel(name)
    return label === undefined ? [] : [{ name, label }]
  })
  const expiries = await readExpiries(
    chain,
    registrable.map(({ label }) => label),
  )
  return registrable.flatMap(({ name }, index) => {
    const expiry = expiries[index]
    return expiry ? [{ name, ...expiry }] : []
  })
}

function secondLevelLabel(text: string): string | undefined {
  try {
    return /^([^.]+)\.eth$/.exec(normalizeName(text))?.[1]
  } catch (error) {
    if (error instanceof AppError && error.name === 'InvalidNameException') return undefined
    throw error
  }
}
