import { bynameResolverAbi, bynameResolverBytecode } from '@byname/contracts/BynameResolver'
import { type Address, encodeDeployData, type Hex } from 'viem'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { sendTransactionAs } from './send-transaction-as.ts'

/** How long after a beat the gateway answers: some times the interval of beats, should fees be high for days. */
const graceSeconds = 7n * 86_400n

/** How long before it the owner announces that a name is unsealed. */
const noticeSeconds = 30n * 86_400n

export interface Deployment {
  /** Pays the gas; has no rights over the contract unless it is the owner's. */
  readonly deployerKey: Hex
  /** May change signers and gateway URLs. */
  readonly owner: Address
  readonly urls: readonly string[]
  readonly signers: readonly Address[]
  readonly onSent: (hash: Hex) => void
}

export function resolverDeployData({
  owner,
  urls,
  signers,
}: Pick<Deployment, 'owner' | 'urls' | 'signers'>): Hex {
  return encodeDeployData({
    abi: bynameResolverAbi,
    bytecode: bynameResolverBytecode,
    args: [owner, urls, signers, graceSeconds, noticeSeconds],
  })
}

/**
 * Waits until the contract is mined.
 * @throws AppError those of `sendTransactionAs`.
 */
export function deployResolver(chain: ChainClient, deployment: Deployment): Promise<Address> {
  const { deployerKey, owner, urls, signers, onSent } = deployment
  return deployContract(chain, { deployerKey, data: resolverDeployData({ owner, urls, signers }), onSent })
}

interface ContractDeployment extends Pick<Deployment, 'deployerKey' | 'onSent'> {
  readonly data: Hex
}

/**
 * Waits until the contract is mined.
 * @throws AppError those of `sendTransactionAs`.
 */
export async function deployContract(
  chain: ChainClient,
  { deployerKey, data, onSent }: ContractDeployment,
): Promise<Address> {
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
