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

/** The reading of one name: what there is to read it with, and how much of that is left. */
export interface ReadSession {
  /** With a node for a limited number of calls, and a client for reads without lookups. */
  readonly chain: ChainClient
  /** Asks the gateways of a lookup. Throws what `queryGateway` does, and when there were too many lookups. */
  readonly queryGateway: (lookup: GatewayQuery) => Promise<Hex>
  /** How many lookups were asked for so far, and what the last one failed with that failed. */
  readonly lookups: { count: number; lastError: AppError | undefined }
}

interface ReadSessionOptions {
  readonly chainId: ChainId
  readonly rpc: RpcTransport
  readonly fetch: SsrfSafeFetch
  /** Milliseconds for one gateway. */
  readonly timeoutMs: number
  /** Ends everything that belongs to the reading. */
  readonly signal: AbortSignal
}

/** Opens a reading under the guard and within `perNameLimits`. Nothing is sent before the first read. */
export function openReadSession({ chainId, rpc: unlimitedRpc, ...options }: ReadSessionOptions): ReadSession {
  const rpc = budgetedRpc(
    unlimitedRpc,
    perNameLimits.maxRpcCalls,
    `The name takes more than ${perNameLimits.maxRpcCalls} calls to read: its resolver may lead in a circle.`,
  )
  const client = createPublicClient({ transport: toViemTransport(rpc), ccipRead: false })
  const lookups: ReadSession['lookups'] = { count: 0, lastError: undefined }
  return {
    chain: { id: chainId, rpc, client, contracts: ensChain(chainId).contracts },
    lookups,
    queryGateway: budgetedGateway(options, lookups),
  }
}

/** Gateways, for a limited number of lookups and bytes; a few are asked at once. Keeps count in `lookups`. */
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

/** What is left to say of a lookup that had no turn before the time of its name ran out. */
function timeoutErrorFrom(error: unknown, signal: AbortSignal): AppError {
  if (!signal.aborted) throw error
  return new AppError('UpstreamTimeoutException', "The name's gateway did not answer in time.")
}
