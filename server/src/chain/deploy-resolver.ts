import { bynameResolverAbi, bynameResolverBytecode } from '@byname/contracts/BynameResolver'
import { type Address, BaseError, encodeDeployData, formatEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { AppError } from '../errors.ts'
import type { Chain } from './chains.ts'

export interface Deployment {
  /** Private key of the account that pays; it has no rights over the contract unless it is the owner. */
  readonly deployerKey: Hex
  /** Who may change signers and gateway URLs later. */
  readonly owner: Address
  readonly urls: readonly string[]
  readonly signers: readonly Address[]
  /** Called with the transaction's hash once the node has taken it. */
  readonly onSent: (hash: Hex) => void
}

/** Milliseconds to wait for the transaction to be in a block. */
const patience = 600_000

/**
 * Deploys our resolver contract and returns its address, once it is in a block.
 *
 * @throws AppError `BadRequestException` when the account cannot pay, `UpstreamException` when the node is of another
 * chain or the deployment failed, and those of `ownNode`.
 */
export async function deployResolver(chain: Chain, deployment: Deployment): Promise<Address> {
  try {
    return await deploy(chain, deployment)
  } catch (error) {
    throw nodeFailureIn(error) ?? error
  }
}

/** The AppError of the node's transport that viem has wrapped. */
const nodeFailureIn = (error: unknown): Error | null =>
  error instanceof BaseError ? error.walk((cause) => cause instanceof AppError) : null

async function deploy({ id, client }: Chain, deployment: Deployment): Promise<Address> {
  const { deployerKey, owner, urls, signers, onSent } = deployment
  const actual = await client.getChainId()
  if (actual !== id)
    throw new AppError('UpstreamException', `The node configured for chain ${id} is of chain ${actual}.`)
  const account = privateKeyToAccount(deployerKey)
  const data = encodeDeployData({
    abi: bynameResolverAbi,
    bytecode: bynameResolverBytecode,
    args: [owner, urls, signers],
  })
  await assertCanPay({ id, client }, account.address, data)
  const hash = await sendTransaction(client, { account, chain: null, data })
  onSent(hash)
  const { contractAddress, status } = await client.waitForTransactionReceipt({ hash, timeout: patience })
  if (contractAddress && status === 'success') return contractAddress
  throw new AppError('UpstreamException', `The deployment ${hash} on chain ${id} was reverted.`)
}

async function assertCanPay(
  { id, client }: Pick<Chain, 'id' | 'client'>,
  account: Address,
  data: Hex,
): Promise<void> {
  const [gas, fees, balance] = await Promise.all([
    client.estimateGas({ account, data }),
    client.estimateFeesPerGas(),
    client.getBalance({ address: account }),
  ])
  const cost = gas * fees.maxFeePerGas
  if (balance >= cost) return
  throw new AppError(
    'BadRequestException',
    `${account} has ${formatEther(balance)} ETH on chain ${id}; the deployment may cost ${formatEther(cost)} ETH.`,
  )
}
