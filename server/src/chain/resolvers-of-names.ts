import { type Address, isAddressEqual, zeroAddress } from 'viem'
import {
  compositeResolverInterfaceId,
  findNameResolver,
  type NameResolver,
  noResolver,
} from '../ccip/resolver.ts'
import { toHex } from '../crypto/hex.ts'
import { compositeResolverAbi, registryAbi, universalResolverAbi } from '../ens/abis.ts'
import { dnsEncode, namehash } from '../ens/names.ts'
import { type ChainClient, hasCode } from '../rpc/operator.ts'
import { multicallBatching, multicallResults } from '../rpc/transport.ts'

/** Fits the gas limit of RPCs. */
const batchSize = 100

/** Failed names are bisected: any account can deploy an ENSv2 registry that burns all gas. */
const maxSplits = 32

/** Per list of names. */
const maxUnknownResolvers = 32

type MulticallBatching = Awaited<ReturnType<typeof multicallBatching>>

/**
 * As `findNameResolver`, in few calls. `undefined` for a name that cannot be read: the chain has no ENS, or too many
 * contracts fail. `knownResolvers` are lower-case addresses that are no mirrors.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function findNameResolvers(
  chain: ChainClient,
  names: readonly string[],
  knownResolvers: ReadonlySet<string>,
): Promise<readonly (NameResolver | undefined)[]> {
  if (!(await hasEns(chain))) return names.map(() => undefined)
  const batching = await multicallBatching(chain)
  const resolvers: (NameResolver | undefined)[] = []
  for (let offset = 0; offset < names.length; offset += batchSize)
    resolvers.push(
      ...(await findInBatch(chain, batching, names.slice(offset, offset + batchSize), {
        remaining: maxSplits,
      })),
    )
  return resolveMirrors(chain, batching, names, resolvers, knownResolvers)
}

async function hasEns({ rpc, contracts }: ChainClient): Promise<boolean> {
  return (await hasCode(rpc, contracts.universalResolver)) || hasCode(rpc, contracts.registry)
}

/** Includes mirrors. */
async function findInBatch(
  chain: ChainClient,
  batching: MulticallBatching,
  names: readonly string[],
  splits: { remaining: number },
): Promise<readonly (NameResolver | undefined)[]> {
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return [await findNameResolver(chain, only)]
  const results = await multicallResults(
    chain.client.multicall({
      ...batching,
      contracts: names.map(
        (name) =>
          ({
            address: chain.contracts.universalResolver,
            abi: universalResolverAbi,
            functionName: 'findResolver',
            args: [dnsEncode(name)],
          }) as const,
      ),
    }),
  )
  const found = results.map(({ result }) => result && toNameResolver(result))
  const failed = names.filter((_, index) => found[index] === undefined)
  const middle = Math.ceil(failed.length / 2)
  const retried = new Map<string, NameResolver | undefined>()
  for (const half of [failed.slice(0, middle), failed.slice(middle)]) {
    if (half.length === 0 || splits.remaining === 0) continue
    splits.remaining--
    const halfResolvers = await findInBatch(chain, batching, half, splits)
    for (const [index, name] of half.entries()) retried.set(name, halfResolvers[index])
  }
  return names.map((name, index) => found[index] ?? retried.get(name))
}

function toNameResolver([resolver, , offset]: readonly [Address, unknown, bigint]): NameResolver {
  return resolver === zeroAddress ? noResolver : { resolver, inherited: offset > 0n }
}

/** Replaces mirrors by their resolvers, in separate calls: mirrors are untrusted. */
async function resolveMirrors(
  chain: ChainClient,
  batching: MulticallBatching,
  names: readonly string[],
  resolvers: readonly (NameResolver | undefined)[],
  knownResolvers: ReadonlySet<string>,
): Promise<readonly (NameResolver | undefined)[]> {
  const unknownResolvers = new Set(
    resolvers.flatMap((one) =>
      one?.resolver && !knownResolvers.has(one.resolver.toLowerCase()) ? one.resolver : [],
    ),
  )
  const mirrored = new Map<string, NameResolver | undefined>()
  for (const [index, candidate] of [...unknownResolvers].entries()) {
    const namesOfCandidate = names.filter((_, at) => resolvers[at]?.resolver === candidate)
    if (index >= maxUnknownResolvers) for (const name of namesOfCandidate) mirrored.set(name, undefined)
    else if (await isMirror(chain, candidate))
      for (let at = 0; at < namesOfCandidate.length; at += batchSize)
        for (const [name, resolver] of await readMirror(
          chain,
          batching,
          candidate,
          namesOfCandidate.slice(at, at + batchSize),
        ))
          mirrored.set(name, resolver)
  }
  return names.map((name, index) => (mirrored.has(name) ? mirrored.get(name) : resolvers[index]))
}

async function isMirror(chain: ChainClient, address: Address): Promise<boolean> {
  const [result] = await multicallResults(
    chain.client.multicall({
      deployless: true,
      batchSize: 0,
      contracts: [
        {
          address,
          abi: compositeResolverAbi,
          functionName: 'supportsInterface',
          args: [compositeResolverInterfaceId],
        },
      ],
    }),
  )
  return result?.result === true
}

async function readMirror(
  { client, contracts: { registry } }: ChainClient,
  batching: MulticallBatching,
  mirror: Address,
  names: readonly string[],
): Promise<readonly (readonly [name: string, resolver: NameResolver | undefined])[]> {
  const [targets, registryResolvers] = await Promise.all([
    multicallResults(
      client.multicall({
        ...batching,
        contracts: names.map(
          (name) =>
            ({
              address: mirror,
              abi: compositeResolverAbi,
              functionName: 'getResolver',
              args: [dnsEncode(name)],
            }) as const,
        ),
      }),
    ),
    multicallResults(
      client.multicall({
        ...batching,
        contracts: names.map(
          (name) =>
            ({
              address: registry,
              abi: registryAbi,
              functionName: 'resolver',
              args: [toHex(namehash(name))],
            }) as const,
        ),
      }),
    ),
  ])
  return names.map((name, index) => {
    const [resolver] = targets[index]?.result ?? []
    if (resolver === undefined) return [name, undefined]
    if (resolver === zeroAddress) return [name, noResolver]
    return [
      name,
      { resolver, inherited: !isAddressEqual(resolver, registryResolvers[index]?.result ?? zeroAddress) },
    ]
  })
}
