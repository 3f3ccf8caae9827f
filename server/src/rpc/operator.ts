import { setTimeout as delay } from 'node:timers/promises'
import { type Address, createPublicClient, type PublicClient } from 'viem'
import { type ChainId, chainIds, type EnsContracts, ensChain } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { OutboundError } from './outbound/error.ts'
import { formatErrorCode } from './outbound.ts'
import {
  type Endpoint,
  type HttpReply,
  type PostRequest,
  parseEndpoint,
  postJson,
  type RpcTransport,
  rpcCall,
  toViemTransport,
  undefinedIfReverted,
} from './transport.ts'

interface OperatorRpcOptions {
  readonly chainId: number
  /** http(s); may contain a key or credentials, so no error shows it. */
  readonly rpcUrl: string
  /** Includes retry and response body. */
  readonly timeoutMs: number
  readonly onCall?: OnRpcCall | undefined
  readonly signal?: AbortSignal | undefined
}

export type OnRpcCall = (chainId: number, isSuccess: boolean, seconds: number) => void

/** RPC or proxy overloaded. */
const retryableStatuses = new Set([429, 502, 503, 504])
const retryDelayMs = 100

/** Logs of many blocks are the longest. */
const maxResponseBytes = 4 * 1_048_576

/**
 * No batching, at most one retry, no redirects. Throws AppError `UpstreamTimeoutException` at the timeout, else
 * `UpstreamException`.
 */
export function operatorRpc({
  chainId,
  rpcUrl,
  timeoutMs,
  onCall,
  signal: abortSignal,
}: OperatorRpcOptions): RpcTransport {
  const endpoint = parseEndpoint(rpcUrl)
  const name = `The RPC of chain ${chainId}`
  return {
    name,
    send: async (body, maxBytes = maxResponseBytes) => {
      const timeoutSignal = AbortSignal.timeout(timeoutMs)
      const signal = abortSignal ? AbortSignal.any([timeoutSignal, abortSignal]) : timeoutSignal
      const startedAt = performance.now()
      const reportCall = (isSuccess: boolean) =>
        onCall?.(chainId, isSuccess, (performance.now() - startedAt) / 1000)
      try {
        const reply = await postWithRetry(endpoint, { body, maxBytes, signal })
        reportCall(reply.status < 400)
        return reply
      } catch (error) {
        // The contract that is called decides how long its response is.
        reportCall(error instanceof OutboundError)
        if (error instanceof OutboundError)
          throw new AppError('UpstreamException', `${name} ${error.message}.`, { cause: error })
        throw timeoutSignal.aborted
          ? new AppError('UpstreamTimeoutException', `${name} did not answer in ${timeoutMs} ms.`)
          : new AppError('UpstreamException', `${name} cannot be reached${formatErrorCode(error)}.`)
      }
    },
  }
}

/** Whether a response was longer than the bound of its call: for `eth_call`, the contract decides its length. */
export function isResponseTooLong(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof OutboundError
}

async function postWithRetry(endpoint: Endpoint, request: PostRequest): Promise<HttpReply> {
  const first = await postJson(endpoint, request).catch(rethrowOutboundError)
  if (first && !retryableStatuses.has(first.status)) return first
  await delay(retryDelayMs, undefined, { signal: request.signal })
  return postJson(endpoint, request)
}

function rethrowOutboundError(error: unknown): undefined {
  if (error instanceof OutboundError) throw error
}

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

export interface ChainClient {
  readonly id: ChainId
  readonly rpc: RpcTransport
  /** Never follows an OffchainLookup (EIP-3668), whose URL is untrusted. */
  readonly client: PublicClient
  readonly contracts: EnsContracts
}

export type ChainClients = ReadonlyMap<ChainId, ChainClient>

interface ChainClientsOptions {
  /** http(s); a chain without a URL cannot be read. */
  readonly rpcUrls: Readonly<Partial<Record<ChainId, string | undefined>>>
  /** Per call. */
  readonly timeoutMs: number
  readonly onCall?: OnRpcCall
  readonly signal?: AbortSignal
  /** Overrides published deployments. */
  readonly contracts?: Readonly<Partial<Record<ChainId, Partial<EnsContracts>>>>
}

/** Sends nothing. */
export function createChainClients({
  rpcUrls,
  timeoutMs,
  onCall,
  signal,
  contracts,
}: ChainClientsOptions): ChainClients {
  const clients = new Map<ChainId, ChainClient>()
  for (const id of chainIds) {
    const rpcUrl = rpcUrls[id]
    if (!rpcUrl) continue
    const rpc = operatorRpc({ chainId: id, rpcUrl, timeoutMs, onCall, signal })
    const client = createPublicClient({ transport: toViemTransport(rpc), ccipRead: false })
    clients.set(id, { id, rpc, client, contracts: { ...ensChain(id).contracts, ...contracts?.[id] } })
  }
  return clients
}

/** @throws AppError `ServiceUnavailableException` without a configured RPC. */
export function chainClientOf(chains: ChainClients, chainId: ChainId): ChainClient {
  const chain = chains.get(chainId)
  if (chain) return chain
  throw new AppError(
    'ServiceUnavailableException',
    `This service has no RPC configured for chain ${chainId}.`,
  )
}

/** Largest contract code in hex (EIP-170, doubled as on some chains). */
const maxCodeBytes = 128 * 1024

/** Delegated EOA (EIP-7702). */
const delegationPrefix = '0xef0100'

/** False for EOAs, delegated or not. */
export async function isContract(rpc: RpcTransport, address: Address): Promise<boolean> {
  const code = await getCode(rpc, address)
  return code !== '' && !code.startsWith(delegationPrefix)
}

/** Whether a call runs code: a contract's, or an EOA's delegate's. */
export async function hasCode(rpc: RpcTransport, address: Address): Promise<boolean> {
  return (await getCode(rpc, address)) !== ''
}

/**
 * Empty without code.
 * @throws AppError `UpstreamException` for a malformed response, and those of `rpcCall`.
 */
async function getCode(rpc: RpcTransport, address: Address): Promise<string> {
  const code = await rpcCall(rpc, { method: 'eth_getCode', params: [address, 'latest'] }, maxCodeBytes)
  if (typeof code !== 'string' || !code.startsWith('0x'))
    throw new AppError('UpstreamException', `${rpc.name} returned a malformed eth_getCode result.`)
  return code === '0x' ? '' : code
}
