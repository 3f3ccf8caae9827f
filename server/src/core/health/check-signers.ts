import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

/**
 * Whether a resolver accepts our responses:
 *
 * - `untrusted`: our signer is not on its list
 * - `signer-not-configured`: no key is set for its chain
 * - `not-a-resolver`: no such contract is at its address
 * - `rpc-failed`: the RPC did not respond, or serves another chain
 */
type SignerStatus =
  | 'trusted'
  | 'untrusted'
  | 'signer-not-configured'
  | 'not-a-resolver'
  | 'rpc-not-configured'
  | 'rpc-failed'

export interface SignerCheck {
  readonly resolver: Resolver
  /** Null if not configured. */
  readonly signer: string | null
  readonly trust: SignerStatus
}

type CheckContext = Pick<CoreContext, 'store' | 'chains' | 'signers'>

export async function checkSigners(context: CheckContext): Promise<readonly SignerCheck[]> {
  return checkSignersOf(context, await findAllResolvers(context.store.db))
}

/** One call per chain. */
export async function checkSignersOf(
  context: Omit<CheckContext, 'store'>,
  resolvers: readonly Resolver[],
): Promise<readonly SignerCheck[]> {
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
  { chains, signers }: Omit<CheckContext, 'store'>,
  chainId: number,
  resolvers: readonly Resolver[],
): Promise<readonly SignerCheck[]> {
  const signer = signers.get(chainId)?.address ?? null
  const allWithStatus = (trust: SignerStatus) => resolvers.map((resolver) => ({ resolver, signer, trust }))
  if (!signer) return allWithStatus('signer-not-configured')
  const chain = isChainId(chainId) ? chains.get(chainId) : undefined
  if (!chain) return allWithStatus('rpc-not-configured')
  const trusted = await isTrustedSigner(chain, resolvers, signer).catch(ignoreRpcError)
  if (!trusted) return allWithStatus('rpc-failed')
  return resolvers.map((resolver, index) => ({ resolver, signer, trust: toSignerStatus(trusted[index]) }))
}

function ignoreRpcError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

function toSignerStatus(isTrusted: boolean | undefined): SignerStatus {
  if (isTrusted === undefined) return 'not-a-resolver'
  return isTrusted ? 'trusted' : 'untrusted'
}
