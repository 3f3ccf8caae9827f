import { createPublicClient, type Hex } from 'viem'
import { createSemaphore } from '../async/limits.ts'
import { type ChainId, ensChain } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { budgetedRpc } from '../rpc/caller.ts'
import type { ChainClient } from '../rpc/operator.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { type RpcTransport, toViemTransport } from '../rpc/transport.ts'
import { type GatewayQuery, queryGateway } from './gateway.ts'
import { perNameLimits } from './limits.ts'

/** Budget for reading one name. */
export interface ReadSession {
  /** Limited RPC calls; `client` follows no lookups. */
  readonly chain: ChainClient
  /** Throws as `queryGateway`, and when the lookups are used up. */
  readonly queryGateway: (lookup: GatewayQuery) => Promise<Hex>
  readonly lookups: { count: number; lastError: AppError | undefined }
}

interface ReadSessionOptions {
  readonly chainId: ChainId
  readonly rpc: RpcTransport
  readonly fetch: SsrfSafeFetch
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Limited by `perNameLimits`; sends nothing. */
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

/** For a lookup still queued at the deadline. */
function timeoutErrorFrom(error: unknown, signal: AbortSignal): AppError {
  if (!signal.aborted) throw error
  return new AppError('UpstreamTimeoutException', "The name's gateway did not answer in time.")
}
