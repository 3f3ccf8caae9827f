import { AppError } from '../errors.ts'
import type { ChainClient } from './chain-clients.ts'
import { undefinedIfReverted } from './revert-as-undefined.ts'

/** @throws AppError `UpstreamException`, also for another chain; `UpstreamTimeoutException`. */
export async function ping(chain: ChainClient): Promise<void> {
  const chainId = await undefinedIfReverted(chain.client.getChainId())
  if (chainId !== chain.id)
    throw new AppError(
      'UpstreamException',
      `The RPC of chain ${chain.id} serves chain ${chainId ?? 'unknown'}.`,
    )
}
