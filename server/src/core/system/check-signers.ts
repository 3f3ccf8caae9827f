import { trustsSigner } from '../../chain/trusts-signer.ts'
import { isChainId } from '../../ens/chain-id.ts'
import { AppError } from '../../errors.ts'
import { listResolvers, type Resolver } from '../../store/resolvers.ts'
import type { CoreContext } from '../context.ts'

/**
 * What became of asking whether a resolver believes our answers:
 *
 * - `trusted`: it does
 * - `untrusted`: it refuses them all, because our signer is none of its
 * - `no signer`: nothing is signed for its chain, because no key is set
 * - `no contract`: what stands at its address is no such resolver
 * - `no node`: no RPC is configured for its chain, so nobody was asked
 * - `node failed`: the node did not answer, or is of another chain
 */
export type Trust = 'trusted' | 'untrusted' | 'no signer' | 'no contract' | 'no node' | 'node failed'

export interface SignerCheck {
  readonly resolver: Resolver
  /** Who signs answers for its chain; null when nobody does. */
  readonly signer: string | null
  readonly trust: Trust
}

type CheckContext = Pick<CoreContext, 'store' | 'chains' | 'signers'>

/** Asks every resolver on chain whether our signer is one of its signers; a chain at a time in one call. */
export async function checkSigners(context: CheckContext): Promise<readonly SignerCheck[]> {
  const resolvers = await listResolvers(context.store.db)
  const chainIds = new Set(resolvers.map(({ chainId }) => chainId))
  const checks = await Promise.all(
    [...chainIds].map((chainId) =>
      checkChain(
        context,
        chainId,
        resolvers.filter((resolver) => resolver.chainId === chainId),
      ),
    ),
  )
  return checks.flat()
}

async function checkChain(
  { chains, signers }: CheckContext,
  chainId: number,
  resolvers: readonly Resolver[],
): Promise<readonly SignerCheck[]> {
  const signer = signers.get(chainId)?.address ?? null
  const all = (trust: Trust) => resolvers.map((resolver) => ({ resolver, signer, trust }))
  if (!signer) return all('no signer')
  const chain = isChainId(chainId) ? chains.get(chainId) : undefined
  if (!chain) return all('no node')
  const holders = resolvers.map(({ address, signingScheme }) => ({
    address,
    function: signingScheme === 'published' ? ('signers' as const) : ('isSigner' as const),
  }))
  const trusts = await trustsSigner(chain, holders, signer).catch(failedNode)
  if (!trusts) return all('node failed')
  return resolvers.map((resolver, index) => ({ resolver, signer, trust: trustOf(trusts[index]) }))
}

function failedNode(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

function trustOf(answer: boolean | undefined): Trust {
  if (answer === undefined) return 'no contract'
  return answer ? 'trusted' : 'untrusted'
}
