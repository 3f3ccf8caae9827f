import { isChainId } from '../../ens/chains.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { CoreContext } from '../context.ts'

/** What the database says that the configuration has to fit. */
interface RegisteredState {
  /** Chains of the domains in use. */
  readonly servedChains: readonly number[]
  readonly resolvers: readonly Pick<Resolver, 'chainId' | 'signingScheme'>[]
}

type Configured = Pick<CoreContext, 'signers' | 'chains'>

/**
 * What an operator should know of the configuration: allowed, and risky or incomplete. Sentences that are shown to everyone,
 * so without any secret; empty when there is nothing.
 */
export function configurationWarnings(
  configured: Configured,
  { servedChains, resolvers }: RegisteredState,
): readonly string[] {
  const warnings: string[] = []
  if (configured.signers.size === 0)
    warnings.push('No signer is configured, so no lookup is answered: set SIGNER_KEY_1.')
  if (configured.chains.size === 0)
    warnings.push(
      'No node is configured, so no domain can be onboarded and no contract wallet can sign: set RPC_URL_1.',
    )
  else
    for (const chainId of servedChains.filter((id) => isChainId(id) && !configured.chains.has(id)))
      warnings.push(
        `Chain ${chainId} has domains and no node, so its contract wallets cannot sign: set RPC_URL_${chainId}.`,
      )
  if (servedChains.length === 0)
    warnings.push('No domain is onboarded: docs/operating.md says how, under "From nothing to a domain".')
  const shared = sharedSignerWarning(configured, resolvers)
  if (shared) warnings.push(shared)
  return warnings
}

/**
 * The digest that ENS published with its OffchainResolver does not name its chain. Where one key signs it on two chains, an
 * answer of one is valid on the other for a contract at the same address.
 *
 * @returns a sentence; undefined where no two chains share a signer under that digest.
 */
export function sharedSignerWarning(
  { signers }: Pick<Configured, 'signers'>,
  resolvers: RegisteredState['resolvers'],
): string | undefined {
  const published = resolvers.filter(({ signingScheme }) => signingScheme === 'published')
  const chainIds = [...new Set(published.map(({ chainId }) => chainId))]
  const affectedChains = chainIds.filter((chainId) => {
    const signer = signers.get(chainId)?.address
    return signer && chainIds.some((other) => other !== chainId && signers.get(other)?.address === signer)
  })
  if (affectedChains.length < 2) return undefined
  return (
    `Chains ${affectedChains.join(' and ')} have resolvers of the published scheme and one signer, so an answer of one chain ` +
    `can be replayed on the other: set ${affectedChains.map((id) => `SIGNER_KEY_${id}`).join(' and ')} to different keys.`
  )
}
