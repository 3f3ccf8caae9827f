import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { compositeResolverAbi, registryAbi, universalResolverAbi } from '../ens/abis.ts'
import { dnsEncode } from '../ens/dns-encode.ts'
import { namehash } from '../ens/namehash.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import {
  multicallResults,
  singleMulticall,
  trustedMulticallResults,
  undefinedIfReverted,
} from '../rpc/revert-as-undefined.ts'

export interface NameResolver {
  /** `null` without one on the name or above. */
  readonly resolver: Address | null
  /** From an ancestor, as a wildcard (ENSIP-10). */
  readonly inherited: boolean
}

/** ERC-165 id of a mirror. */
export const compositeResolverInterfaceId = '0xc7e45d73'

/**
 * Finds the resolver of a normalized name (ENSIP-23) through the Universal Resolver, or the v1 registry without it.
 * Follows mirrors, which ENSv2 sets on names that have not moved.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function findNameResolver(chain: ChainClient, name: string): Promise<NameResolver> {
  const found = await undefinedIfReverted(
    chain.client.readContract({
      address: chain.contracts.universalResolver,
      abi: universalResolverAbi,
      functionName: 'findResolver',
      args: [dnsEncode(name)],
    }),
  )
  if (!found) return findResolverInRegistry(chain, name)
  const [resolver, , offset] = found
  if (resolver === zeroAddress) return noResolver
  return (await resolveMirror(chain, name, resolver)) ?? { resolver, inherited: offset > 0n }
}

export const noResolver: NameResolver = { resolver: null, inherited: false }

/** As clients without the Universal Resolver do: in the v1 registry, nearest ancestor first (ENSIP-10). */
export async function findResolverInRegistry(
  { client, contracts }: ChainClient,
  name: string,
): Promise<NameResolver> {
  const labels = name.split('.')
  const results = await trustedMulticallResults(
    client.multicall({
      ...singleMulticall,
      contracts: labels.map(
        (_, depth) =>
          ({
            address: contracts.registry,
            abi: registryAbi,
            functionName: 'resolver',
            args: [toHex(namehash(labels.slice(depth).join('.')))],
          }) as const,
      ),
    }),
  )
  const depth = results.findIndex(({ result = zeroAddress }) => result !== zeroAddress)
  const resolver = results[depth]?.result
  return resolver ? { resolver, inherited: depth > 0 } : noResolver
}

/**
 * `undefined` when it is no mirror. A v1 mirror may be set above the name, so the v1 registry decides on inheritance.
 */
async function resolveMirror(
  chain: ChainClient,
  name: string,
  mirror: Address,
): Promise<NameResolver | undefined> {
  const composite = { address: mirror, abi: compositeResolverAbi } as const
  const [isComposite, target, registryResolver] = await multicallResults(
    chain.client.multicall({
      ...singleMulticall,
      contracts: [
        { ...composite, functionName: 'supportsInterface', args: [compositeResolverInterfaceId] },
        { ...composite, functionName: 'getResolver', args: [dnsEncode(name)] },
        {
          address: chain.contracts.registry,
          abi: registryAbi,
          functionName: 'resolver',
          args: [toHex(namehash(name))],
        },
      ],
    }),
  )
  if (!isComposite.result || !target.result) return undefined
  const [resolver] = target.result
  if (resolver === zeroAddress) return noResolver
  return { resolver, inherited: !isAddressEqual(resolver, registryResolver.result ?? zeroAddress) }
}
