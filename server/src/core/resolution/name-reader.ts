import { perRequestLimits } from '../../ccip/limits.ts'
import { openReadSession, type ReadSession } from '../../ccip/session.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type ErrorName, upstreamErrors } from '../../errors.ts'
import { budgetedFetch } from '../../rpc/budgeted-fetch.ts'
import { sharedRpcBudget, withAbort } from '../../rpc/budgeted-rpc.ts'
import { connectCallerEnsRpc } from '../../rpc/caller-rpc.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'

/** Reads names for one request, whose sessions share a deadline and limits. */
export interface NameReader {
  readonly chainId: ChainId
  /** Opens the session of one name. */
  readonly openSession: () => ReadSession
}

/**
 * Reads names through the caller's RPC, which is untrusted: the results are neither stored nor proof of anything. `acceptsHttp`
 * concerns the URL of the RPC; gateways are called by https in any case.
 */
export async function readerForCallerRpc(
  { outbound, rules }: CoreContext,
  rpcUrl: string,
  { acceptsHttp = false } = {},
): Promise<NameReader> {
  const timeouts = timeoutsOf(rules.resolveTimeoutMs)
  const fetch = budgetedFetch(outbound, perRequestLimits)
  const rpc = await connectCallerEnsRpc({ fetch, rpcUrl, acceptsHttp, ...timeouts })
  const { chainId } = rpc
  return { chainId, openSession: () => openReadSession({ chainId, rpc, fetch, ...timeouts }) }
}

/**
 * Reads names through the operator's RPC of a chain.
 *
 * @throws AppError `ServiceUnavailableException` when the chain has no RPC configured.
 */
export function readerForOwnRpc(context: CoreContext, chainId: ChainId): NameReader {
  return readersForOwnRpc(context)(chainId)
}

/** As `readerForOwnRpc`, for one request that reads several chains: they share a deadline and limits. */
export function readersForOwnRpc({ chains, outbound, rules }: CoreContext): (chainId: ChainId) => NameReader {
  const timeouts = timeoutsOf(rules.resolveTimeoutMs)
  const withCallBudget = sharedRpcBudget(
    perRequestLimits.maxRpcCalls,
    `The request takes more than ${perRequestLimits.maxRpcCalls} RPC calls.`,
  )
  const fetch = budgetedFetch(outbound, perRequestLimits)
  return (chainId) => {
    const rpc = withCallBudget(withAbort(chainClientOf(chains, chainId).rpc, timeouts.signal))
    return { chainId, openSession: () => openReadSession({ chainId, rpc, fetch, ...timeouts }) }
  }
}

/** One gateway may take half of the time, so that a second one can be tried. */
function timeoutsOf(resolveTimeoutMs: number) {
  return {
    timeoutMs: resolveTimeoutMs / 2,
    signal: AbortSignal.timeout(resolveTimeoutMs),
  }
}

readerForCallerRpc.errors = [
  'UnsupportedChainException',
  'RpcUrlRejectedException',
  ...upstreamErrors,
] as const satisfies readonly ErrorName[]
