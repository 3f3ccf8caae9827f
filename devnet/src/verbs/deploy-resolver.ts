import { bynameResolverAbi, bynameResolverBytecode } from '@byname/contracts/BynameResolver'
import { type Address, encodeDeployData, encodeFunctionData } from 'viem'
import { readContract } from 'viem/actions'
import { offchainResolverAbi, offchainResolverBytecode } from '../../artifacts/ens/OffchainResolver.ts'
import { type Chain, deploy, transact } from '../chain.ts'

export interface ResolverOptions {
  /** Gateway URL templates, in the order in which clients try them. */
  readonly urls: readonly string[]
  readonly signers: readonly Address[]
  /** Absent: the deployer. */
  readonly owner?: Address
  /** How long after a beat the gateway answers, in seconds; absent: a week. */
  readonly grace?: bigint
  /** How long before it the owner announces that a name is unsealed, in seconds; absent: names are sealed for good. */
  readonly notice?: bigint
}

export interface PublishedResolverOptions {
  readonly url: string
  readonly signers: readonly Address[]
}

/** Deploys a BynameResolver; returns its address. */
export async function deployResolver(chain: Chain, options: ResolverOptions): Promise<Address> {
  const { urls, signers, owner = chain.deployer, grace = 604_800n, notice = 0n } = options
  return deploy(
    chain,
    encodeDeployData({
      abi: bynameResolverAbi,
      bytecode: bynameResolverBytecode,
      args: [owner, urls, signers, grace, notice],
    }),
  )
}

/** Deploys ENS's own offchain resolver, with its published digest; returns its address. */
export async function deployPublishedResolver(
  chain: Chain,
  { url, signers }: PublishedResolverOptions,
): Promise<Address> {
  return deploy(
    chain,
    encodeDeployData({ abi: offchainResolverAbi, bytecode: offchainResolverBytecode, args: [url, signers] }),
  )
}

/** Sets the gateway URLs of a BynameResolver, as its owner. */
export async function setResolverUrls(
  chain: Chain,
  resolver: Address,
  urls: readonly string[],
): Promise<void> {
  const abi = bynameResolverAbi
  const owner = await readContract(chain.client, { address: resolver, abi, functionName: 'owner' })
  const data = encodeFunctionData({ abi, functionName: 'setUrls', args: [urls] })
  await transact(chain, owner, { to: resolver, data })
}
