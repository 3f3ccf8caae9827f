import { ping } from '../../chain/ping.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'

export interface Readiness {
  readonly store: true
  readonly chains: { readonly chainId: number; readonly rpc: boolean; readonly signer: boolean }[]
}

/**
 * Asks everything that lookups need. A chain's RPC may be down without stopping lookups, so it is reported and no more;
 * a missing store, or a resolver on a chain without a signer, is `ServiceUnavailableException`.
 */
export async function isReady(context: CoreContext): Promise<Readiness> {
  await context.store.ping().catch((cause) => {
    throw new AppError('ServiceUnavailableException', 'The store does not answer.', { cause })
  })
  const chains = await Promise.all(
    [...context.chains.values()].map(async (chain) => ({
      chainId: chain.id,
      rpc: await ping(chain).then(
        () => true,
        () => false,
      ),
      signer: context.signers.has(chain.id),
    })),
  )
  return { store: true, chains }
}
