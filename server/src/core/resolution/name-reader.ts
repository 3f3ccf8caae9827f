import { perRequestLimits } from '../../ccip/limits.ts'
import { openReadSession, type ReadSession } from '../../ccip/session.ts'
import type { ChainId } from '../../ens/chains.ts'
import { budgetedFetch } from '../../rpc/budgeted-fetch.ts'
import { sharedRpcBudget, withAbort } from '../../rpc/budgeted-rpc.ts'
import { connectCallerEnsRpc } from '../../rpc/caller-rpc.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'

/** Sessions of one request share a deadline and limits. */
export interface NameReader {
  readonly chainId: ChainId
  readonly openSession: () => ReadSession
}

/** The caller's RPC is untrusted: results are neither stored nor proof. `acceptsHttp` concerns its URL only. */
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

/** @throws AppError `ServiceUnavailableException` without an RPC. */
export function readerForOwnRpc(context: CoreContext, chainId: ChainId): NameReader {
  return readersForOwnRpc(context)(chainId)
}

/** The chains share a deadline and limits. */
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

/** Leaves time for a second gateway. */
function timeoutsOf(resolveTimeoutMs: number) {
  return {
    timeoutMs: resolveTimeoutMs / 2,
    signal: AbortSignal.timeout(resolveTimeoutMs),
  }
}
