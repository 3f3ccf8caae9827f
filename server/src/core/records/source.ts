import { openCallerNode } from '../../chain/caller-node.ts'
import { chainOf } from '../../chain/chains.ts'
import { limitedFetch } from '../../chain/limited-fetch.ts'
import { endingNode, sharedCallLimit } from '../../chain/limited-node.ts'
import { openReading, type Reading } from '../../chain/reading.ts'
import { sharedLimits } from '../../chain/reading-limits.ts'
import type { ChainId } from '../../ens/chain-id.ts'
import type { CoreContext } from '../context.ts'

/** Where names are read for one request. All of its readings end at the same time, and share its limits. */
export interface Source {
  readonly chainId: ChainId
  /** Opens the reading of one name. */
  readonly open: () => Reading
}

/**
 * Names as the caller's node shows them. Nothing that comes of it is kept or proves anything. `acceptsHttp` concerns the
 * URL of the node; gateways are asked by https in any case.
 *
 * @throws AppError what `openCallerNode` does.
 */
export async function callerSource(
  { outbound, rules }: CoreContext,
  rpcUrl: string,
  { acceptsHttp = false } = {},
): Promise<Source> {
  const bounds = boundsOf(rules.readTimeout)
  const fetch = limitedFetch(outbound, sharedLimits)
  const node = await openCallerNode({ fetch, rpcUrl, acceptsHttp, ...bounds })
  const { chainId } = node
  return { chainId, open: () => openReading({ chainId, node, fetch, ...bounds }) }
}

/**
 * Names as the operator's node of a chain shows them.
 *
 * @throws AppError `ServiceUnavailableException` when the chain has no RPC configured.
 */
export const ownSource = (context: CoreContext, chainId: ChainId): Source => ownSources(context)(chainId)

/** As `ownSource`, for one request that reads several chains: they end at the same time, and share its limits. */
export function ownSources({ chains, outbound, rules }: CoreContext): (chainId: ChainId) => Source {
  const bounds = boundsOf(rules.readTimeout)
  const limited = sharedCallLimit(
    sharedLimits.calls,
    `The request takes more than ${sharedLimits.calls} calls to a node.`,
  )
  const fetch = limitedFetch(outbound, sharedLimits)
  return (chainId) => {
    const node = limited(endingNode(chainOf(chains, chainId).node, bounds.signal))
    return { chainId, open: () => openReading({ chainId, node, fetch, ...bounds }) }
  }
}

/** One gateway may take half of the time, so that another one can be tried. */
const boundsOf = (readTimeout: number) => ({
  timeout: readTimeout / 2,
  signal: AbortSignal.timeout(readTimeout),
})
