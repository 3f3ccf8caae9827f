import { createPublicClient, type Hex } from 'viem'
import { createSemaphore } from '../async/semaphore.ts'
import { type ChainId, ensChain } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { budgetedRpc } from '../rpc/budgeted-rpc.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { type RpcTransport, toViemTransport } from '../rpc/transport.ts'
import { queryGateway } from './gateway-client.ts'
import { perNameLimits } from './limits.ts'
import type { GatewayQuery } from './offchain-lookup.ts'

/** The budgeted read of one name. */
export interface ReadSession {
  /** Has an RPC with a limited number of calls, and a client for reads without lookups. */
  readonly chain: ChainClient
  /** Queries the gateways of a lookup. Throws what `queryGateway` does, and when the lookups are used up. */
  readonly queryGateway: (lookup: GatewayQuery) => Promise<Hex>
  /** The number of lookups so far, and the last error. */
  readonly lookups: { count: number; lastError: AppError | undefined }
}

interface ReadSessionOptions {
  readonly chainId: ChainId
  readonly rpc: RpcTransport
  readonly fetch: SsrfSafeFetch
  readonly timeoutMs: number
  /** Aborts the session's requests. */
  readonly signal: AbortSignal
}

/** Opens a session within `perNameLimits`. Nothing is sent before the first read. */
export function openReadSession({ chainId, rpc: unlimitedRpc, ...options }: ReadSessionOptions): ReadSession {
  const rpc = budgetedRpc(
    unlimitedRpc,
    perNameLimits.maxRpcCalls,
    `The name takes more than ${perNameLimits.maxRpcCalls} calls to read: its resolver may be circular.`,
  )
  const client = createPublicClient({ transport: toViemTransport(rpc), ccipRead: false })
  const lookups: ReadSession['lookups'] = { count: 0, lastError: undefined }
  return {
    chain: { id: chainId, rpc, client, contracts: ensChain(chainId).contracts },
    lookups,
    queryGateway: budgetedGateway(options, lookups),
  }
}

/** Gateways with a limited number of lookups and bytes and limited concurrency. Counts in `lookups`. */
function budgetedGateway(
  options: Omit<ReadSessionOptions, 'chainId' | 'rpc'>,
  lookups: ReadSession['lookups'],
): ReadSession['queryGateway'] {
  const semaphore = createSemaphore(perNameLimits.maxConcurrentLookups)
  const unreachable = new Map<string, AppError>()
  let responseChars = 0

  const query = async (lookup: GatewayQuery): Promise<Hex> => {
    lookups.count++
    if (lookups.count > perNameLimits.maxLookups) throw limitExceeded(`${perNameLimits.maxLookups} lookups`)
    const response = await semaphore(
      () => queryGateway(lookup, { ...options, unreachableUrls: unreachable }),
      options.signal,
    )
    responseChars += response.length
    if (responseChars > perNameLimits.maxTotalGatewayChars)
      throw limitExceeded(`${perNameLimits.maxTotalGatewayChars} bytes`)
    return response
  }
  return (lookup) =>
    query(lookup).catch((error: unknown) => {
      lookups.lastError = error instanceof AppError ? error : timeoutErrorFrom(error, options.signal)
      throw lookups.lastError
    })
}

function limitExceeded(limit: string) {
  return new AppError('UpstreamException', `The name takes more than ${limit} from its gateways.`)
}

/** The error of a lookup that was still queued at the deadline of its name. */
function timeoutErrorFrom(error: unknown, signal: AbortSignal): AppError {
  if (!signal.aborted) throw error
  return new AppError('UpstreamTimeoutException', "The name's gateway did not answer in time.")
}
