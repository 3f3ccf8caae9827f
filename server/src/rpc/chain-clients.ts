import { createPublicClient, type PublicClient } from 'viem'
import { type ChainId, chainIds, type EnsContracts, ensChain } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { type OnRpcCall, operatorRpc } from './operator-rpc.ts'
import { type RpcTransport, toViemTransport } from './transport.ts'

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
