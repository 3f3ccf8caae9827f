import { AppError } from '../errors.ts'
import type { ChainClient } from './chain-clients.ts'
import { undefinedIfReverted } from './revert-as-undefined.ts'

/**
 * The chain that the RPC serves; `undefined` when it rejects the request or returns no number.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readServedChain({ client }: ChainClient): Promise<number | undefined> {
  const id: unknown = await undefinedIfReverted(client.request({ method: 'eth_chainId' }))
  return typeof id === 'string' && /^0x[\da-f]{1,13}$/i.test(id) ? Number(id) : undefined
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
