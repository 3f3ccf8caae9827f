import { bynameResolverBytecode as firstBytecode } from '@byname/contracts/0.1.0/BynameResolver'
import type { Devnet } from '@byname/devnet'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, getAddress, parseAbi } from 'viem'
import type { SigningScheme } from '../../../src/gateway/digest.ts'
import type { ChainId } from '../service/sandbox.ts'
import { localWallet } from './deployer.ts'

interface DeployedResolver {
  readonly chainId: ChainId
  readonly scheme: SigningScheme
  /** Of the gateway, as EIP-3668 has it. */
  readonly url: string
  readonly signers: readonly Address[]
}

const abi = parseAbi(['constructor(address owner, string[] urls, address[] signers)'])

/** Deploys the contract that a scheme is for, owned by the deployer of the chain; returns its address. */
export function deployResolverOf(
  devnet: Devnet,
  { chainId, scheme, url, signers }: DeployedResolver,
): Promise<Address> {
  if (scheme === 'published') return devnet.deployPublishedResolver(chainId, { url, signers })
  const urls = [url]
  return scheme === 'merkle'
    ? devnet.deployResolver(chainId, { urls, signers })
    : deployFirstResolver(devnet, chainId, urls, signers)
}

async function deployFirstResolver(
  { rpcUrl, accounts }: Devnet,
  chainId: ChainId,
  urls: readonly string[],
  signers: readonly Address[],
): Promise<Address> {
  const owner = accounts.at(-1)?.address
  if (!owner) throw new Error('The chain has accounts.')
  const wallet = localWallet(rpcUrl(chainId))
  const args = [owner, urls, signers] as const
  const hash = await wallet.deployContract({ abi, bytecode: firstBytecode, args, chain: null })
  const { contractAddress } = await minedReceipt(wallet, hash)
  if (!contractAddress) throw new Error('The resolver was not deployed.')
  return getAddress(contractAddress)
}
