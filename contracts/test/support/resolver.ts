import { bynameResolverAbi as abi, bynameResolverBytecode } from '@byname/contracts/BynameResolver'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, getAddress, getContract, type Hash, type Hex } from 'viem'
import { type Chain, owner } from './chain.ts'

interface ResolverSettings {
  readonly urls?: readonly string[]
  readonly signers?: readonly Address[]
  readonly owner?: Address
  /** In seconds. */
  readonly grace?: bigint
  /** In seconds; 0: seals are irrevocable. */
  readonly notice?: bigint
  /** Of an earlier release. */
  readonly bytecode?: Hex
}

/** The resolver at an address, with its functions under `read` and `write`; writes are sent as `owner` by default. */
export type Resolver = ReturnType<typeof resolverAt>

/** The documented order: the POST form first, then the GET form. */
export const gatewayUrls = [
  'https://names.example/ccip/main',
  'https://names.example/ccip/main/{sender}/{data}',
]

export function resolverAt({ client }: Chain, address: Address) {
  return getContract({ abi, address, client })
}

/** Deploys the resolver to `chain` as `owner`. Throws the revert of the deployment. */
export async function deployResolver(chain: Chain, settings: ResolverSettings = {}): Promise<Resolver> {
  const {
    urls = gatewayUrls,
    signers = [],
    owner: initialOwner = owner.address,
    grace = 604_800n,
    notice = 0n,
    bytecode = bynameResolverBytecode,
  } = settings
  const args = [initialOwner, urls, signers, grace, notice] as const
  const hash = await chain.client.deployContract({ abi, bytecode, args })
  const { contractAddress } = await minedReceipt(chain.client, hash)
  if (!contractAddress) throw new Error('The deployment made no contract.')
  return resolverAt(chain, getAddress(contractAddress))
}

/** Resolves when the transaction is in a block. Throws when it was rejected or reverted. */
export async function waitUntilMined({ client }: Chain, transaction: Promise<Hash>): Promise<void> {
  const { status } = await minedReceipt(client, await transaction)
  if (status !== 'success') throw new Error('The transaction reverted.')
}
