import { chainOf } from '../../chain/chains.ts'
import { type NameResolver, resolverOf } from '../../chain/resolver-of.ts'
import { checksumAddress } from '../../ens/evm-address.ts'
import { toHex } from '../../ens/hex.ts'
import { parseDomain } from '../../ens/name.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import { type Domain, insertDomain } from '../../store/domains.ts'
import type { Resolver } from '../../store/resolvers.ts'
import { attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeWorkspace } from '../credentials/authorize-domain.ts'
import { newId } from '../new-id.ts'
import { getResolver } from '../resolvers/get.ts'
import { supportedChain } from '../supported-chain.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { refreshEach } from './refresh-resolvers.ts'
import { restoreDomain } from './restore.ts'

export interface OnboardDomain {
  readonly caller: Caller
  readonly workspaceId: string
  readonly resolverId: string
  /** The domain, on the chain of its resolver. */
  readonly name: string
}

/**
 * Onboards a domain: from then on its workspace issues subnames under it and the gateway answers for them. Unless the
 * operator turned it off, the chain must show that the domain itself uses the chosen resolver. A domain that its
 * workspace deleted comes back as it was (`restoreDomain`).
 *
 * @throws AppError `InvalidNameException`, `WorkspaceNotFoundException`, `InvalidApiKeyException`,
 * `ForbiddenException`, `OffchainResolverNotFoundException`, `EnsAlreadyExistsException`, `DomainBlockedException`, and
 * upstream failures.
 */
export async function onboardDomain(context: CoreContext, input: OnboardDomain): Promise<Domain> {
  const name = parseDomain(input.name)
  authorizeWorkspace(input.caller, input.workspaceId, 'domains:write')
  await requireWorkspace(context, input.workspaceId)
  const resolver = await getResolver(context, input.resolverId)
  if (context.rules.verifyDomainControl) await assertUsesResolver(context, name, resolver)
  const now = context.clock()
  const domain: Domain = {
    id: newId(),
    workspaceId: input.workspaceId,
    resolverId: resolver.id,
    chainId: supportedChain(resolver.chainId),
    name,
    node: toHex(namehash(name)),
    userChosenLimit: null,
    isBlocked: false,
    subnameCount: 0,
    claimedCount: 0,
    allowedOrigins: null,
    onchainResolver: resolver.address,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
  const isInserted = await context.store.transaction((tx) => insertDomain(tx, domain))
  const onboarded = isInserted ? domain : await restoreDomain(context, input.caller, domain)
  return context.rules.verifyDomainControl ? onboarded : seenOnChain(context, onboarded)
}

/** The domain with the resolver that it has on chain; as it is when the chain cannot be read now. */
async function seenOnChain(context: CoreContext, domain: Domain): Promise<Domain> {
  const chainId = supportedChain(domain.chainId)
  if (!context.chains.has(chainId)) return domain
  const changed = await attempt(() => refreshEach(context, chainId, [domain]))
  return changed instanceof AppError ? domain : (changed[0] ?? domain)
}

async function assertUsesResolver(context: CoreContext, name: string, resolver: Resolver): Promise<void> {
  const chain = chainOf(context.chains, supportedChain(resolver.chainId))
  const found = await resolverOf(chain, name)
  if (!found.inherited && found.resolver?.toLowerCase() === resolver.address.toLowerCase()) return
  throw new AppError(
    'ForbiddenException',
    `On chain ${resolver.chainId}, ${name} ${stateOf(found)}; set its resolver to ${checksumAddress(resolver.address)} first.`,
  )
}

const stateOf = ({ resolver, inherited }: NameResolver): string =>
  inherited && resolver
    ? `has no resolver of its own and inherits ${checksumAddress(resolver)}`
    : `uses ${resolver ? checksumAddress(resolver) : 'no resolver'}`
