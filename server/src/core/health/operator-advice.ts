import { isChainId } from '../../ens/chains.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { originAdvice } from '../domains/change.ts'

/** What anyone may read of it: nothing that tells where an attack would succeed. */
export async function publicAdvice(context: CoreContext): Promise<readonly string[]> {
  const { health: read } = context.store
  const [servedChains, resolvers] = [await listChainsWithVisibleDomains(read), await findAllResolvers(read)]
  const warnings = configurationWarnings(context, { servedChains, resolvers })
  return [...context.store.advice(), ...warnings]
}

export async function operatorAdvice(context: CoreContext): Promise<readonly string[]> {
  const origins = await originAdvice(context)
  return [...(await publicAdvice(context)), ...(origins === undefined ? [] : [origins])]
}

interface RegisteredState {
  readonly servedChains: readonly number[]
  readonly resolvers: readonly Pick<Resolver, 'chainId' | 'signingScheme'>[]
}

type Configured = Pick<CoreContext, 'signers' | 'chains'>

/** For a valid but risky or incomplete configuration. Public, so without secrets. */
function configurationWarnings(
  configured: Configured,
  { servedChains, resolvers }: RegisteredState,
): readonly string[] {
  const warnings: string[] = []
  if (configured.signers.size === 0)
    warnings.push('No signer is configured, so lookups fail: set SIGNER_KEY_1.')
  if (configured.chains.size === 0)
    warnings.push(
      'No RPC is configured, so no domain can be onboarded and no contract wallet can sign: set RPC_URL_1.',
    )
  else
    for (const chainId of servedChains.filter((id) => isChainId(id) && !configured.chains.has(id)))
      warnings.push(
        `Chain ${chainId} has domains and no RPC, so its contract wallets cannot sign: set RPC_URL_${chainId}.`,
      )
  if (servedChains.length === 0) warnings.push('No domain is onboarded: see docs/operating/domain.md.')
  const shared = sharedSignerWarning(configured, resolvers)
  if (shared) warnings.push(shared)
  return warnings
}

/**
 * The published ENS OffchainResolver digest omits the chain: with one key on two chains, responses are valid on both
 * for equal contract addresses.
 */
export function sharedSignerWarning(
  { signers }: Pick<Configured, 'signers'>,
  resolvers: RegisteredState['resolvers'],
): string | undefined {
  const published = resolvers.filter(({ signingScheme }) => signingScheme === 'published')
  const chainIds = [...new Set(published.map(({ chainId }) => chainId))]
  const addressesOf = (chainId: number) => (signers.get(chainId) ?? []).map(({ address }) => address)
  const affectedChains = chainIds.filter((chainId) => {
    const others = chainIds.filter((other) => other !== chainId).flatMap(addressesOf)
    return addressesOf(chainId).some((address) => others.includes(address))
  })
  if (affectedChains.length < 2) return undefined
  return (
    `Chains ${affectedChains.join(' and ')} have resolvers of the published scheme and one signer, so a response of one chain ` +
    `can be replayed on the other: set ${affectedChains.map((id) => `SIGNER_KEY_${id}`).join(' and ')} to different keys.`
  )
}
