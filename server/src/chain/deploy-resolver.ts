import { bynameResolverAbi, bynameResolverBytecode } from '@byname/contracts/BynameResolver'
import { type Address, encodeDeployData, type Hex } from 'viem'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { sendTransactionAs } from './send-transaction-as.ts'

export interface Deployment {
  /** Private key of the account that pays; it has no rights over the contract unless it is the owner. */
  readonly deployerKey: Hex
  /** The account that may change signers and gateway URLs later. */
  readonly owner: Address
  readonly urls: readonly string[]
  readonly signers: readonly Address[]
  /** Called with the transaction's hash once the RPC has accepted it. */
  readonly onSent: (hash: Hex) => void
}

/**
 * Deploys our resolver contract and returns its address once it is in a block.
 *
 * @throws AppError those of `sendTransactionAs`.
 */
export async function deployResolver(chain: ChainClient, deployment: Deployment): Promise<Address> {
  const { deployerKey, owner, urls, signers, onSent } = deployment
  const data = encodeDeployData({
    abi: bynameResolverAbi,
    bytecode: bynameResolverBytecode,
    args: [owner, urls, signers],
  })
  const { contractAddress } = await sendTransactionAs(chain, {
    title: 'deployment',
    key: deployerKey,
    data,
    onSent,
  })
  if (contractAddress) return contractAddress
  throw new AppError(
    'UpstreamException',
    `The RPC of chain ${chain.id} returned no contract address for the deployment.`,
  )
}
