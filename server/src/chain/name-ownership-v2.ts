import { type Address, hexToBigInt, isAddressEqual, labelhash, zeroAddress } from 'viem'
import { v2RegistryAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { multicallResults, singleMulticall, undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { v2EthRegistry } from './ensv2-registry.ts'

const available = 0
const registered = 2

/** May set a name's resolver. */
const roleSetResolver = 1n << 24n

/**
 * Whether `account` owns `label`.eth in ENSv2 or may set its resolver; false once expired. `'not-registered'`: v1
 * decides.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`. No fallback to v1: its data of moved names are out
 * of date.
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
  const owner = toOwner(chain, state.result)
  if (owner === 'not-registered') return owner
  return owner !== null && (isAddressEqual(owner, account) || canSetResolver.result === true)
}

/**
 * The owner of `label`.eth in ENSv2; `null` once expired. `'not-registered'`: v1 decides.
 * @throws AppError as `canManageInV2`.
 */
export async function readOwnerInV2(
  chain: ChainClient,
  label: string,
): Promise<Address | null | 'not-registered'> {
  const address = await v2EthRegistry(chain)
  if (!address) return 'not-registered'
  const args = [hexToBigInt(labelhash(label))] as const
  const state = await undefinedIfReverted(
    chain.client.readContract({ address, abi: v2RegistryAbi, functionName: 'getState', args }),
  )
  return toOwner(chain, state)
}

interface NameState {
  readonly status: number
  readonly latestOwner: Address
}

function toOwner({ id }: ChainClient, state: NameState | undefined): Address | null | 'not-registered' {
  if (!state)
    throw new AppError(
      'UpstreamException',
      `The ENSv2 registry of chain ${id} does not return the state of a name.`,
    )
  const { status, latestOwner } = state
  if (status === registered) return latestOwner
  return status === available && latestOwner !== zeroAddress ? null : 'not-registered'
}
