import { AppError } from '../errors.ts'
import type { ChainClient } from './chain-clients.ts'
import { undefinedIfReverted } from './revert-as-undefined.ts'

/**
 * The chain that the RPC serves; `undefined` when it rejects the request.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export function readServedChain({ client }: ChainClient): Promise<number | undefined> {
  return undefinedIfReverted(client.getChainId())
}

/** @throws AppError `UpstreamException`, also for another chain; `UpstreamTimeoutException`. */
export async function ping(chain: ChainClient): Promise<void> {
  const chainId = await readServedChain(chain)
  if (chainId !== chain.id)
    throw new AppError(
      'UpstreamException',
      `The RPC of chain ${chain.id} serves chain ${chainId ?? 'unknown'}.`,
    )
}
