import { openCallerNode } from '../../chain/caller-node.ts'
import { chainOf } from '../../chain/chains.ts'
import { openReading, type Reading } from '../../chain/reading.ts'
import type { ChainId } from '../../ens/chain-id.ts'
import type { CoreContext } from '../context.ts'

/** Where names are read for one request. All of its readings end at the same time. */
export interface Source {
  readonly chainId: ChainId
  /** Opens the reading of one name. */
  readonly open: () => Reading
}

/**
 * Names as the caller's node shows them. Nothing that comes of it is kept or proves anything.
 *
 * @throws AppError what `openCallerNode` does.
 */
export async function callerSource({ outbound: fetch, rules }: CoreContext, rpcUrl: string): Promise<Source> {
  const bounds = boundsOf(rules.readTimeout)
  const node = await openCallerNode({ fetch, rpcUrl, ...bounds })
  const { chainId } = node
  return { chainId, open: () => openReading({ chainId, node, fetch, ...bounds }) }
}

/**
 * Names as the operator's node shows them.
 *
 * @throws AppError `ServiceUnavailableException` when the chain has no RPC configured.
 */
export function ownSource({ chains, outbound: fetch, rules }: CoreContext, chainId: ChainId): Source {
  const { node } = chainOf(chains, chainId)
  const bounds = boundsOf(rules.readTimeout)
  return { chainId, open: () => openReading({ chainId, node, fetch, ...bounds }) }
}

/** One gateway may take half of the time, so that another one can be tried. */
const boundsOf = (readTimeout: number) => ({
  timeout: readTimeout / 2,
  signal: AbortSignal.timeout(readTimeout),
})
