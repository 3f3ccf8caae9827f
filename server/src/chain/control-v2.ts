import { type Address, hexToBigInt, isAddressEqual, labelhash, zeroAddress } from 'viem'
import { AppError } from '../errors.ts'
import { v2RegistryAbi } from './abis.ts'
import { answersOf, inOneCall } from './answers.ts'
import type { Chain } from './chains.ts'
import { v2EthRegistry } from './discover.ts'

/** Statuses of an entry in a v2 registry. */
const available = 0
const registered = 2

/** The role bit that lets an account set a name's resolver. */
const roleSetResolver = 1n << 24n

/**
 * Whether `account` owns `label`.eth in ENSv2 or may set its resolver there; `'not there'` when the chain has no ENSv2
 * or the name was never registered in it, so that v1 decides. An expired name is there and has nobody.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read, which never falls
 * back to v1: what v1 says about a name that moved is out of date.
 */
export async function controlsInV2(
  chain: Chain,
  label: string,
  account: Address,
): Promise<boolean | 'not there'> {
  const address = await v2EthRegistry(chain)
  if (!address) return 'not there'
  const registry = { address, abi: v2RegistryAbi } as const
  const id = hexToBigInt(labelhash(label))
  const [state, mayResolve] = await answersOf(
    chain.client.multicall({
      ...inOneCall,
      contracts: [
        { ...registry, functionName: 'getState', args: [id] },
        { ...registry, functionName: 'hasRoles', args: [id, roleSetResolver, account] },
      ],
    }),
  )
  if (!state.result)
    throw new AppError(
      'UpstreamException',
      `The ENSv2 registry of chain ${chain.id} does not tell a name's state.`,
    )
  const { status, latestOwner } = state.result
  if (status === registered) return isAddressEqual(latestOwner, account) || mayResolve.result === true
  return status === available && latestOwner !== zeroAddress ? false : 'not there'
}
