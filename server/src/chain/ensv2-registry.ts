import { LRUCache } from 'lru-cache'
import { type Address, zeroAddress } from 'viem'
import { universalResolverAbi, v2RegistryAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { undefinedIfReverted } from '../rpc/revert-as-undefined.ts'

const cacheTtlMs = 5 * 60_000

const registries = new LRUCache<ChainClient, { readonly address: Address | null }>({
  max: 8,
  ttl: cacheTtlMs,
  fetchMethod: async (chain) => ({ address: await discoverRegistry(chain) }),
})

/**
 * The ENSv2 registry of `.eth`, cached; discovered through the Universal Resolver, because each deployment has another
 * address. `null` without ENSv2 for `.eth`.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function v2EthRegistry(chain: ChainClient): Promise<Address | null> {
  const { address } = await registries.forceFetch(chain)
  return address
}

/** No `ROOT_REGISTRY` means v1; a failing root does not. */
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
