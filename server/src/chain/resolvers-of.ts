import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { dnsEncode } from '../ens/dns-encode.ts'
import { toHex } from '../ens/hex.ts'
import { namehash } from '../ens/namehash.ts'
import { compositeResolverAbi, registryAbi, universalResolverAbi } from './abis.ts'
import { answersOf } from './answers.ts'
import type { Chain } from './chains.ts'
import { hasCode } from './is-contract.ts'
import { inFewestCalls } from './large-call.ts'
import { compositeResolverId, type NameResolver, noResolver, resolverOf } from './resolver-of.ts'

/** Names that are read in one call; few enough for the gas that nodes give to a call. */
const batchSize = 100

/**
 * Further calls that one batch may take. Any owner may deploy a registry of the second generation: one that burns the
 * gas of the whole call makes other names fail, which are then read in halves until it is alone.
 */
const maxSplits = 32

/** Resolvers that are not `known` and are asked whether they are mirrors, for one list of names. */
const maxStrangers = 32

/** How calls are put together; see `inFewestCalls`. */
type Batching = Awaited<ReturnType<typeof inFewestCalls>>

/**
 * Finds the resolvers of many normalized names as `resolverOf` does, in few calls: one for each hundred names, and those
 * that mirrors need. `undefined` for a name that cannot be told: the chain has no ENS, or more names than are read one by
 * one have contracts that fail. `known` has addresses, in lower case, of resolvers that are no mirrors.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read.
 */
export async function resolversOf(
  chain: Chain,
  names: readonly string[],
  known: ReadonlySet<string>,
): Promise<readonly (NameResolver | undefined)[]> {
  if (!(await hasEns(chain))) return names.map(() => undefined)
  const batching = await inFewestCalls(chain)
  const found: (NameResolver | undefined)[] = []
  for (let at = 0; at < names.length; at += batchSize)
    found.push(...(await findEach(chain, batching, names.slice(at, at + batchSize), { left: maxSplits })))
  return behindMirrors(chain, batching, names, found, known)
}

const hasEns = async ({ node, contracts }: Chain): Promise<boolean> =>
  (await hasCode(node, contracts.universalResolver)) || hasCode(node, contracts.registry)

/** The resolvers that the Universal Resolver finds, mirrors among them. */
async function findEach(
  chain: Chain,
  batching: Batching,
  names: readonly string[],
  splits: { left: number },
): Promise<readonly (NameResolver | undefined)[]> {
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return [await resolverOf(chain, only)]
  const answers = await answersOf(
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
  const found = answers.map(({ result }) => result && resolverIn(result))
  const failed = names.filter((_, index) => found[index] === undefined)
  const half = Math.ceil(failed.length / 2)
  const again = new Map<string, NameResolver | undefined>()
  for (const part of [failed.slice(0, half), failed.slice(half)]) {
    if (part.length === 0 || splits.left === 0) continue
    splits.left--
    const read = await findEach(chain, batching, part, splits)
    for (const [index, name] of part.entries()) again.set(name, read[index])
  }
  return names.map((name, index) => found[index] ?? again.get(name))
}

const resolverIn = ([resolver, , offset]: readonly [Address, unknown, bigint]): NameResolver =>
  resolver === zeroAddress ? noResolver : { resolver, inherited: offset > 0n }

/** Puts what stands behind a mirror in its place. A mirror is read in calls of its own, because any owner may deploy one. */
async function behindMirrors(
  chain: Chain,
  batching: Batching,
  names: readonly string[],
  found: readonly (NameResolver | undefined)[],
  known: ReadonlySet<string>,
): Promise<readonly (NameResolver | undefined)[]> {
  const strangers = new Set(
    found.flatMap((one) => (one?.resolver && !known.has(one.resolver.toLowerCase()) ? one.resolver : [])),
  )
  const behind = new Map<string, NameResolver | undefined>()
  for (const [index, stranger] of [...strangers].entries()) {
    const below = names.filter((_, at) => found[at]?.resolver === stranger)
    if (index >= maxStrangers) for (const name of below) behind.set(name, undefined)
    else if (await isMirror(chain, stranger))
      for (let at = 0; at < below.length; at += batchSize)
        for (const [name, resolver] of await askMirror(
          chain,
          batching,
          stranger,
          below.slice(at, at + batchSize),
        ))
          behind.set(name, resolver)
  }
  return names.map((name, index) => (behind.has(name) ? behind.get(name) : found[index]))
}

async function isMirror(chain: Chain, address: Address): Promise<boolean> {
  const [answer] = await answersOf(
    chain.client.multicall({
      deployless: true,
      batchSize: 0,
      contracts: [
        {
          address,
          abi: compositeResolverAbi,
          functionName: 'supportsInterface',
          args: [compositeResolverId],
        },
      ],
    }),
  )
  return answer?.result === true
}

async function askMirror(
  { client, contracts: { registry } }: Chain,
  batching: Batching,
  mirror: Address,
  names: readonly string[],
): Promise<readonly (readonly [name: string, resolver: NameResolver | undefined])[]> {
  const [targets, own] = await Promise.all([
    answersOf(
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
    answersOf(
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
    return [name, { resolver, inherited: !isAddressEqual(resolver, own[index]?.result ?? zeroAddress) }]
  })
}
