import {
  type Address,
  type ContractFunctionParameters,
  hexToBigInt,
  isAddressEqual,
  labelhash,
  zeroAddress,
} from 'viem'
import { isValidAddress } from '../crypto/evm-address.ts'
import { baseRegistrarAbi, v2RegistryAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { multicallBatching, multicallResults, undefinedIfReverted } from '../rpc/transport.ts'
import { v2EthRegistry } from './names.ts'

/**
 * Reads the expiry of each `<label>.eth` from ENSv1 and ENSv2, batched. `undefined` if never registered, or if the v1
 * token is in the Graveyard. The newest block's time decides the status.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readExpiries(
  chain: ChainClient,
  labels: readonly string[],
): Promise<readonly (Expiry | undefined)[]> {
  if (labels.length === 0) return []
  const { client } = chain
  const [v2Registry, batching, block] = await Promise.all([
    v2EthRegistry(chain),
    multicallBatching(chain),
    undefinedIfReverted(client.getBlock()),
  ])
  if (!block)
    throw new AppError('UpstreamException', `The RPC of chain ${chain.id} returned no newest block.`)
  const callsByLabel = labels.map((label) => expiryCalls(chain, v2Registry, hexToBigInt(labelhash(label))))
  const results = await multicallResults(client.multicall({ ...batching, contracts: callsByLabel.flat() }))
  return callsByLabel.map(({ length }, index) => {
    const [expires, holder, state] = results.slice(index * length, (index + 1) * length)
    const v1 = isInGraveyard(chain, holder?.result) ? 0n : toSeconds(expires?.result)
    return expiryOf(block.timestamp, v1, v2Registry ? toV2State(chain, state?.result) : undefined)
  })
}

/** The number of calls is the same for every label. */
function expiryCalls(
  { contracts }: ChainClient,
  v2Registry: Address | null,
  id: bigint,
): readonly ContractFunctionParameters[] {
  const v1 = { address: contracts.baseRegistrar, abi: baseRegistrarAbi, args: [id] } as const
  const inV1 = [
    { ...v1, functionName: 'nameExpires' },
    { ...v1, functionName: 'ownerOf' },
  ] as const
  if (!v2Registry) return inV1
  return [...inV1, { address: v2Registry, abi: v2RegistryAbi, functionName: 'getState', args: [id] }]
}

/** The Graveyard holds the v1 tokens of names that moved to v2, with a far expiry. */
function isInGraveyard({ contracts }: ChainClient, holder: unknown): boolean {
  return (
    contracts.graveyard !== null &&
    typeof holder === 'string' &&
    isValidAddress(holder) &&
    isAddressEqual(holder, contracts.graveyard)
  )
}

/** Zero without a registrar on the chain. */
function toSeconds(result: unknown): bigint {
  return typeof result === 'bigint' ? result : 0n
}

function toV2State({ id }: ChainClient, result: unknown): V2State {
  if (isV2State(result)) return result
  throw new AppError(
    'UpstreamException',
    `The ENSv2 registry of chain ${id} does not return the state of a name.`,
  )
}

function isV2State(result: unknown): result is V2State {
  return isObject(result) && 'latestOwner' in result
}

/** In `grace`, only the former holder can renew. `reserved`: held in ENSv2 for the v1 owner. */
type ExpiryStatus = 'active' | 'grace' | 'expired' | 'reserved'

export interface Expiry {
  /** Unix seconds; may exceed a Date or number. */
  readonly seconds: bigint
  /** The deciding registry. */
  readonly generation: 1 | 2
  readonly status: ExpiryStatus
}

/** All zero if the name never had an entry. */
export interface V2State {
  readonly status: number
  readonly expiry: bigint
  readonly latestOwner: Address
}

const day = 86_400n

/** Seconds after expiry. */
const gracePeriods = { 1: 90n * day, 2: 28n * day } as const

const reserved = 1
const registered = 2

/**
 * v2 wins where it holds or last held the name. Its reservations have a padded expiry, so v1 wins over them.
 * @param now Seconds of the block that was read.
 * @param v1 Seconds; 0 if absent or retired.
 * @returns `undefined` if never registered.
 */
export function expiryOf(now: bigint, v1: bigint, v2: V2State | undefined): Expiry | undefined {
  if (v2 && v2.expiry > 0n && (v2.status === registered || v2.latestOwner !== zeroAddress))
    return { seconds: v2.expiry, generation: 2, status: statusAt(now, v2.expiry, gracePeriods[2]) }
  if (v1 > 0n) return { seconds: v1, generation: 1, status: statusAt(now, v1, gracePeriods[1]) }
  if (v2 && v2.expiry > 0n)
    return { seconds: v2.expiry, generation: 2, status: v2.status === reserved ? 'reserved' : 'expired' }
  return undefined
}

function statusAt(now: bigint, expiry: bigint, gracePeriod: bigint): ExpiryStatus {
  if (now < expiry) return 'active'
  return now < expiry + gracePeriod ? 'grace' : 'expired'
}
