import { type Address, zeroAddress } from 'viem'
import { AppError } from '../errors.ts'
import { universalResolverAbi, v2RegistryAbi } from './abis.ts'
import { answerOf } from './answers.ts'
import type { Chain } from './chains.ts'
import { remember } from './remember.ts'

/** Long enough to cost nothing, short enough to notice that ENSv2 was launched or deployed anew. */
const lifetime = 5 * 60_000

const discoveries = new WeakMap<Chain, () => Promise<Address | null>>()

/**
 * The ENSv2 registry of `.eth` names, found through the Universal Resolver because every deployment has another
 * address; `null` on a chain where ENSv2 does not run, or does not hold `.eth`. Remembered for five minutes.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read.
 */
export function v2EthRegistry(chain: Chain): Promise<Address | null> {
  const known = discoveries.get(chain)
  if (known) return known()
  const discovery = remember(() => discover(chain), { lifetime })
  discoveries.set(chain, discovery)
  return discovery()
}

/** The Universal Resolver of v1 has no `ROOT_REGISTRY`; a root that does not answer is no reason to believe in v1. */
async function discover({ id, client, contracts }: Chain): Promise<Address | null> {
  const universalResolver = { address: contracts.universalResolver, abi: universalResolverAbi } as const
  const root = await answerOf(client.readContract({ ...universalResolver, functionName: 'ROOT_REGISTRY' }))
  if (!root || root === zeroAddress) return null
  const registry = await answerOf(
    client.readContract({ address: root, abi: v2RegistryAbi, functionName: 'getSubregistry', args: ['eth'] }),
  )
  if (!registry)
    throw new AppError(
      'UpstreamException',
      `The ENSv2 root of chain ${id} does not tell the registry of .eth.`,
    )
  return registry === zeroAddress ? null : registry
}
