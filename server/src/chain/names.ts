import { LRUCache } from 'lru-cache'
import { type Address, hexToBigInt, isAddressEqual, labelhash, zeroAddress } from 'viem'
import { toHex } from '../crypto/hex.ts'
import {
  baseRegistrarAbi,
  nameWrapperAbi,
  registryAbi,
  universalResolverAbi,
  v2RegistryAbi,
} from '../ens/abis.ts'
import { namehash } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { multicallResults, singleMulticall, undefinedIfReverted } from '../rpc/transport.ts'

/**
 * Whether `account` owns or manages the normalized `name` on chain:
 * - `.eth` second-level name in ENSv2: owner, and accounts that may set its resolver, until it expires.
 * - The same in v1, or only reserved in ENSv2: owner of the token, owner and operators of the wrapped name, manager
 *   in the registry. No account from expiry on, grace period included, or when the Graveyard has the token.
 * - Subname of `.eth`: owner in the registry or NameWrapper, while the second-level name is in v1. ENSv2 subnames are
 *   not read.
 * - Other name: owner in the registry or NameWrapper.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function canManageName(chain: ChainClient, name: string, account: Address): Promise<boolean> {
  if (isAddressEqual(account, zeroAddress)) return false
  const label = /([^.]+)\.eth$/.exec(name)?.[1]
  if (label === undefined) return canManageInV1(chain, name, account)

  const isSecondLevel = name === `${label}.eth`
  const inV2 = await canManageInV2(chain, label, account)
  if (inV2 !== 'not-registered') return inV2 && isSecondLevel

  const [registrant, canManage] = await Promise.all([
    registrantInV1(chain, label),
    canManageInV1(chain, name, account),
  ])
  if (!registrant) return false
  return canManage || (isSecondLevel && isAddressEqual(registrant, account))
}

/**
 * Owner of the token of `label`.eth; `null` when expired or unregistered (`ownerOf` reverts), or retired.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
async function registrantInV1({ client, contracts }: ChainClient, label: string): Promise<Address | null> {
  const registrant = await undefinedIfReverted(
    client.readContract({
      address: contracts.baseRegistrar,
      abi: baseRegistrarAbi,
      functionName: 'ownerOf',
      args: [hexToBigInt(labelhash(label))],
    }),
  )
  if (!registrant) return null
  return contracts.graveyard && isAddressEqual(registrant, contracts.graveyard) ? null : registrant
}

/** The NameWrapper decides if the registry refers to it. */
async function canManageInV1(
  { client, contracts }: ChainClient,
  name: string,
  account: Address,
): Promise<boolean> {
  const node = toHex(namehash(name))
  const [owner, canModify] = await multicallResults(
    client.multicall({
      ...singleMulticall,
      contracts: [
        { address: contracts.registry, abi: registryAbi, functionName: 'owner', args: [node] },
        {
          address: contracts.nameWrapper,
          abi: nameWrapperAbi,
          functionName: 'canModifyName',
          args: [node, account],
        },
      ],
    }),
  )
  if (!owner.result) return false
  if (isAddressEqual(owner.result, contracts.nameWrapper)) return canModify.result === true
  return isAddressEqual(owner.result, account)
}

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
async function readOwnerInV2(chain: ChainClient, label: string): Promise<Address | null | 'not-registered'> {
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

export interface NameOwner {
  readonly owner: Address
  /** The ENS whose registry decides. */
  readonly generation: 1 | 2
}

/**
 * Who owns a normalized name: the registrant of a second-level name of .eth, for other names the owner in the registry; of
 * a wrapped name the owner in the NameWrapper. `null` for a name that is not registered or has expired, and for a subname
 * of such a name or of one in ENSv2.
 *
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readNameOwner(chain: ChainClient, name: string): Promise<NameOwner | null> {
  const label = /([^.]+)\.eth$/.exec(name)?.[1]
  if (label === undefined) return inV1(await ownerInRegistry(chain, name))

  const isSecondLevel = name === `${label}.eth`
  const ownerInV2 = await readOwnerInV2(chain, label)
  if (ownerInV2 !== 'not-registered')
    return ownerInV2 && isSecondLevel ? { owner: ownerInV2, generation: 2 } : null

  const registrant = await registrantInV1(chain, label)
  if (!registrant) return null
  return inV1(await (isSecondLevel ? unwrapOwner(chain, name, registrant) : ownerInRegistry(chain, name)))
}

function inV1(owner: Address | null): NameOwner | null {
  return owner && { owner, generation: 1 }
}

async function ownerInRegistry(chain: ChainClient, name: string): Promise<Address | null> {
  const { client, contracts } = chain
  const [owner] = await multicallResults(
    client.multicall({
      ...singleMulticall,
      contracts: [
        {
          address: contracts.registry,
          abi: registryAbi,
          functionName: 'owner',
          args: [toHex(namehash(name))],
        },
      ],
    }),
  )
  if (!owner?.result || isAddressEqual(owner.result, zeroAddress)) return null
  return unwrapOwner(chain, name, owner.result)
}

/** A wrapped name belongs to the NameWrapper, which has its own owner. */
async function unwrapOwner(
  { client, contracts }: ChainClient,
  name: string,
  holder: Address,
): Promise<Address | null> {
  if (!isAddressEqual(holder, contracts.nameWrapper)) return holder
  const owner = await undefinedIfReverted(
    client.readContract({
      address: contracts.nameWrapper,
      abi: nameWrapperAbi,
      functionName: 'ownerOf',
      args: [hexToBigInt(toHex(namehash(name)))],
    }),
  )
  return owner && !isAddressEqual(owner, zeroAddress) ? owner : null
}
