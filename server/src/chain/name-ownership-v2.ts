import { type Address, hexToBigInt, isAddressEqual, labelhash, zeroAddress } from 'viem'
import { v2RegistryAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { multicallResults, singleMulticall } from '../rpc/revert-as-undefined.ts'
import { v2EthRegistry } from './ensv2-registry.ts'

/** Statuses of an entry in a v2 registry. */
const available = 0
const registered = 2

/** The role bit that lets an account set a name's resolver. */
const roleSetResolver = 1n << 24n

/**
 * Whether `account` owns `label`.eth in ENSv2 or may set its resolver there; `'not-registered'` when the chain has no ENSv2 or
 * the name was never registered in it, so that v1 decides. An expired name is registered and has no owner.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read. There is no fallback to v1,
 * whose data of a moved name are out of date.
 */
export async function canManageInV2(
  chain: ChainClient,
  label: string,
  account: Address,
): Promise<boolean | 'not-registered'> {
  const address = await v2EthRegistry(chain)
  if (!address) return 'not-registered'
  const registry = { address, abi: v2RegistryAbi } as const
  const id = hexToBigInt(labelhash(label))
  const [state, canSetResolver] = await multicallResults(
    chain.client.multicall({
      ...singleMulticall,
      contracts: [
        { ...registry, functionName: 'getState', args: [id] },
        { ...registry, functionName: 'hasRoles', args: [id, roleSetResolver, account] },
      ],
    }),
  )
  if (!state.result)
    throw new AppError(
      'UpstreamException',
      `The ENSv2 registry of chain ${chain.id} does not return the state of a name.`,
    )
  const { status, latestOwner } = state.result
  if (status === registered) return isAddressEqual(latestOwner, account) || canSetResolver.result === true
  return status === available && latestOwner !== zeroAddress ? false : 'not-registered'
}
