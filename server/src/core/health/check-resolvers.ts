import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import { findDomains } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'
import { gatewayUrls } from '../resolvers/resolvers.ts'
import { readChainHead } from './chain-time.ts'
import { checkGateways, type GatewayCheck } from './check-gateways.ts'
import { gatewayAdvice, resolverTitle } from './probe-findings.ts'
import { checkSigners, type SignerCheck, signerAdvice } from './signers.ts'

export interface ResolverHealth extends SignerCheck {
  /** In the contract's order; undefined when unreadable. */
  readonly gateways: readonly GatewayCheck[] | undefined
  /** Problems with advice; empty when names resolve. */
  readonly findings: readonly string[]
}

/** No gateway of ours signs for it. */
const unusedName = 'byname.invalid'

/**
 * Checks that each contract trusts our signer, points to `publicUrl`, and accepts its gateways' responses. 404 is
 * correct for an unused resolver.
 */
export async function checkResolvers(
  context: Pick<CoreContext, 'store' | 'chains' | 'signers'>,
  publicUrl: string | undefined,
): Promise<readonly ResolverHealth[]> {
  const domains = await findDomains(context.store.db)
  return Promise.all(
    (await checkSigners(context)).map(async (check) => {
      const { resolver } = check
      const domain = domains.find(({ resolverId, isBlocked }) => resolverId === resolver.id && !isBlocked)
      const gateways = await checkGatewaysOf(context, check, domain?.name ?? unusedName)
      const isExpected = ({ outcome }: GatewayCheck) =>
        outcome === 'trusted' || (!domain && outcome === 'HTTP 404')
      const findings = [
        signerAdvice(check) ?? uncheckedAdvice(check),
        wrongUrlAdvice(check, gateways, publicUrl),
        ...(gateways ?? [])
          .filter((gateway) => !isExpected(gateway))
          .map((gateway) => gatewayAdvice(check.resolver, gateway)),
      ].filter((finding) => finding !== undefined)
      return { ...check, gateways, findings }
    }),
  )
}

async function checkGatewaysOf(
  { chains }: Pick<CoreContext, 'chains'>,
  { resolver, trust }: SignerCheck,
  name: string,
): Promise<readonly GatewayCheck[] | undefined> {
  const chain = isChainId(resolver.chainId) ? chains.get(resolver.chainId) : undefined
  if (!chain || trust === 'rpc-failed' || trust === 'not-a-resolver') return undefined
  try {
    return await checkGateways(chain, resolver, name, async () => (await readChainHead(chain))?.blockTime)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function uncheckedAdvice(check: SignerCheck): string | undefined {
  const { chainId } = check.resolver
  if (check.trust === 'rpc-not-configured')
    return `${resolverTitle(check.resolver)} could not be checked: set RPC_URL_${chainId}.`
  if (check.trust === 'rpc-failed')
    return `${resolverTitle(check.resolver)} could not be checked: the RPC of chain ${chainId} does not respond.`
  return undefined
}

function wrongUrlAdvice(
  check: SignerCheck,
  gateways: readonly GatewayCheck[] | undefined,
  publicUrl: string | undefined,
): string | undefined {
  if (!gateways || publicUrl === undefined) return undefined
  const [expected = ''] = gatewayUrls(publicUrl, check.resolver.id)
  if (gateways.some(({ url }) => url === expected || url.startsWith(`${expected}/`))) return undefined
  return (
    `${resolverTitle(check.resolver)} does not point to PUBLIC_URL but to ${gateways.map(({ url }) => url).join(', ')}. ` +
    `Correct PUBLIC_URL, or run: byname resolvers set-urls ${check.resolver.id}`
  )
}
