import { LRUCache } from 'lru-cache'
import { type Address, zeroAddress } from 'viem'
import { universalResolverAbi, v2RegistryAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { undefinedIfReverted } from '../rpc/revert-as-undefined.ts'

/** Long enough to cost nothing, short enough to notice a new deployment of ENSv2. */
const cacheTtlMs = 5 * 60_000

const registries = new LRUCache<ChainClient, { readonly address: Address | null }>({
  max: 8,
  ttl: cacheTtlMs,
  fetchMethod: async (chain) => ({ address: await discoverRegistry(chain) }),
})

/**
 * The ENSv2 registry of `.eth` names, found through the Universal Resolver because every deployment has another address; `null`
 * on a chain without ENSv2 for `.eth`. Cached for five minutes.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read.
 */
export async function v2EthRegistry(chain: ChainClient): Promise<Address | null> {
  const { address } = await registries.forceFetch(chain)
  return address
}

/** The Universal Resolver of v1 has no `ROOT_REGISTRY`; a failing root does not mean v1. */
async function discoverRegistry({ id, client, contracts }: ChainClient): Promise<Address | null> {
  const universalResolver = { address: contracts.universalResolver, abi: universalResolverAbi } as const
  const root = await undefinedIfReverted(
    client.readContract({ ...universalResolver, functionName: 'ROOT_REGISTRY' }),
  )
  if (!root || root === zeroAddress) return null
  const registry = await undefinedIfReverted(
    client.readContract({ address: root, abi: v2RegistryAbi, functionName: 'getSubregistry', args: ['eth'] }),
  )
  if (!registry)
    throw new AppError(
      'UpstreamException',
      `The ENSv2 root of chain ${id} does not return the registry of .eth.`,
    )
  return registry === zeroAddress ? null : registry
}
