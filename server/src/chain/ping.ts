import { AppError } from '../errors.ts'
import { answerOf } from './answers.ts'
import type { Chain } from './chains.ts'

/**
 * Asks the node which chain it serves.
 *
 * @throws AppError `UpstreamException` when it is another chain; `UpstreamTimeoutException` and `UpstreamException`
 * when the node does not answer.
 */
export async function ping(chain: Chain): Promise<void> {
  const chainId = await answerOf(chain.client.getChainId())
  if (chainId !== chain.id)
    throw new AppError(
      'UpstreamException',
      `The RPC of chain ${chain.id} serves chain ${chainId ?? 'unknown'}.`,
    )
}
