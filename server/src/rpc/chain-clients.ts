import { createPublicClient, type PublicClient } from 'viem'
import { type ChainId, chainIds, type EnsContracts, ensChain } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { type OnRpcCall, operatorRpc } from './operator-rpc.ts'
import { type RpcTransport, toViemTransport } from './transport.ts'

/** A chain with an RPC. */
export interface ChainClient {
  readonly id: ChainId
  readonly rpc: RpcTransport
  /** Never follows an OffchainLookup (EIP-3668), which would call a URL of a contract's choice. */
  readonly client: PublicClient
  readonly contracts: EnsContracts
}

/** The chains that have an RPC configured. */
export type ChainClients = ReadonlyMap<ChainId, ChainClient>

interface ChainClientsOptions {
  /** JSON-RPC URLs over http(s) by chain; a chain without one cannot be read. */
  readonly rpcUrls: Readonly<Partial<Record<ChainId, string | undefined>>>
  /** Timeout of one call in milliseconds. */
  readonly timeoutMs: number
  readonly onCall?: OnRpcCall
  /** Aborts all calls. */
  readonly signal?: AbortSignal
  /** ENS contracts that differ from the published deployments. */
  readonly contracts?: Readonly<Partial<Record<ChainId, Partial<EnsContracts>>>>
}

/** Opens the configured chains. Nothing is sent before the first read. */
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

/**
 * The chain.
 *
 * @throws AppError `ServiceUnavailableException` when it has no RPC configured.
 */
export function chainClientOf(chains: ChainClients, chainId: ChainId): ChainClient {
  const chain = chains.get(chainId)
  if (chain) return chain
  throw new AppError(
    'ServiceUnavailableException',
    `This service has no RPC configured for chain ${chainId}.`,
  )
}
