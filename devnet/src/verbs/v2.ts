import { type Address, encodeFunctionData, type Hex, labelhash, zeroAddress } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { devnetV2RegistryAbi as abi } from '../../artifacts/DevnetV2Registry.ts'
import { baseRegistrarImplementationAbi } from '../../artifacts/ens/BaseRegistrarImplementation.ts'
import { type Chain, transact } from '../chain.ts'

export interface V2Registration {
  readonly owner: Address
  /** Absent: none. */
  readonly resolver?: Address
  /** The registry of the names below; absent: none. */
  readonly subregistry?: Address
  /** Unix seconds, the past included; absent: in ten years. */
  readonly expiry?: bigint
}

const tenYears = 10n * 365n * 86_400n

/**
 * By how much a reservation in v2 outlasts the name in v1: the 90 days of grace there less the 28 here, and a second.
 */
const reservationMargin = 62n * 86_400n + 1n

/** Registers `<label>.eth` in v2, or replaces its whole entry except for the roles. */
export async function registerV2(chain: Chain, label: string, registration: V2Registration): Promise<void> {
  const { owner, resolver = zeroAddress, subregistry = zeroAddress } = registration
  const expiry = registration.expiry ?? (await getBlock(chain.client)).timestamp + tenYears
  await set(chain, label, owner, subregistry, resolver, expiry)
}

/** Reserves in v2 a name that is registered in v1, as before a migration: without an owner, resolved by the mirror. */
export async function reserveV2(chain: Chain, label: string): Promise<void> {
  const { client, addresses } = chain
  const expiry = await readContract(client, {
    address: addresses.baseRegistrar,
    abi: baseRegistrarImplementationAbi,
    functionName: 'nameExpires',
    args: [BigInt(labelhash(label))],
  })
  await set(chain, label, zeroAddress, zeroAddress, addresses.mirrorResolver, expiry + reservationMargin)
}

/** Grants an account roles over `<label>.eth` in v2, as a bitmap. */
export async function grantV2Roles(
  chain: Chain,
  label: string,
  account: Address,
  roles: bigint,
): Promise<void> {
  const args = [BigInt(labelhash(label)), roles, account] as const
  await write(chain, encodeFunctionData({ abi, functionName: 'grantRoles', args }))
}

async function set(
  chain: Chain,
  ...args: [label: string, owner: Address, subregistry: Address, resolver: Address, expiry: bigint]
): Promise<void> {
  await write(chain, encodeFunctionData({ abi, functionName: 'set', args }))
}

async function write(chain: Chain, data: Hex): Promise<void> {
  if (chain.generation !== 'v2') throw new Error(`Chain ${chain.chainId} has no ENS v2.`)
  await transact(chain, chain.deployer, { to: chain.addresses.v2EthRegistry, data })
}
