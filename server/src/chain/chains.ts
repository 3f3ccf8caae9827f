import { createPublicClient, type PublicClient } from 'viem'
import { type ChainId, chainIds } from '../ens/chain-id.ts'
import { AppError } from '../errors.ts'
import { type EnsContracts, ensContracts } from './contracts.ts'
import { jsonRpcTransport, type RpcNode } from './json-rpc-transport.ts'
import { type OnCall, ownNode } from './own-node.ts'

/** A chain that can be read through a node. */
export interface Chain {
  readonly id: ChainId
  readonly node: RpcNode
  /** Never follows an OffchainLookup (EIP-3668): that is a request to wherever a contract says. */
  readonly client: PublicClient
  readonly contracts: EnsContracts
}

/** The chains that have an RPC configured. */
export type Chains = ReadonlyMap<ChainId, Chain>

interface ChainsOptions {
  /** JSON-RPC over http(s), a chain each; one that is left out cannot be read. */
  readonly rpcUrls: Readonly<Partial<Record<ChainId, string | undefined>>>
  /** Milliseconds that one call may take. */
  readonly timeout: number
  readonly onCall?: OnCall
  /** Ends all calls. */
  readonly signal?: AbortSignal
  /** ENS contracts that differ from the published deployments. */
  readonly contracts?: Readonly<Partial<Record<ChainId, Partial<EnsContracts>>>>
}

/** Opens the configured chains. Nothing is sent before the first read. */
export function createChains({ rpcUrls, timeout, onCall, signal, contracts }: ChainsOptions): Chains {
  const chains = new Map<ChainId, Chain>()
  for (const id of chainIds) {
    const rpcUrl = rpcUrls[id]
    if (!rpcUrl) continue
    const node = ownNode({ chainId: id, rpcUrl, timeout, onCall, signal })
    const client = createPublicClient({ transport: jsonRpcTransport(node), ccipRead: false })
    chains.set(id, { id, node, client, contracts: { ...ensContracts[id], ...contracts?.[id] } })
  }
  return chains
}

/** The chain, or AppError `ServiceUnavailableException` when it has no RPC configured. */
export function chainOf(chains: Chains, chainId: ChainId): Chain {
  const chain = chains.get(chainId)
  if (chain) return chain
  throw new AppError(
    'ServiceUnavailableException',
    `This service has no RPC configured for chain ${chainId}.`,
  )
}
