import { type Address, BaseError, formatEther, type Hex, type TransactionReceipt } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'

export interface OperatorTransaction {
  /** In errors: `deployment`. */
  readonly title: string
  /** Private key. */
  readonly key: Hex
  /** Absent: contract creation. */
  readonly to?: Address
  readonly data: Hex
  /** Called once the RPC accepted the transaction. */
  readonly onSent: (hash: Hex) => void
}

const receiptTimeoutMs = 600_000

/**
 * Returns the receipt once mined.
 * @throws AppError `BadRequestException` when the account cannot pay or the transaction would revert;
 * `UpstreamException` for another chain, a revert or an unknown outcome; those of `operatorRpc`.
 */
export async function sendTransactionAs(
  chain: ChainClient,
  transaction: OperatorTransaction,
): Promise<TransactionReceipt> {
  const { id, client } = chain
  const { title, onSent } = transaction
  const hash = await send(chain, transaction).catch((error: unknown) => {
    throw toAppError(
      error,
      (message) => new AppError('BadRequestException', `The ${title} would fail: ${message}`),
    )
  })
  onSent(hash)
  // Local chains make no block without a transaction; viem misses one while it searches for a replacement.
  const receipt = await client
    .waitForTransactionReceipt({ hash, checkReplacement: false, timeout: receiptTimeoutMs })
    .catch((error: unknown) => {
      throw toAppError(
        error,
        (message) =>
          new AppError(
            'UpstreamException',
            `The outcome of the ${title} ${hash} is not known yet: ${message}`,
          ),
      )
    })
  if (receipt.status === 'success') return receipt
  throw new AppError('UpstreamException', `The ${title} ${hash} on chain ${id} was reverted.`)
}

/** Prefers an AppError that viem has wrapped. */
export function toAppError(error: unknown, explain: (message: string) => AppError): unknown {
  if (!(error instanceof BaseError)) return error
  return error.walk((cause) => cause instanceof AppError) ?? explain(error.shortMessage)
}

async function send({ id, client }: ChainClient, transaction: OperatorTransaction): Promise<Hex> {
  const { title, key, to, data } = transaction
  const actual = await client.getChainId()
  if (actual !== id)
    throw new AppError('UpstreamException', `The RPC configured for chain ${id} serves chain ${actual}.`)
  const account = privateKeyToAccount(key)
  await assertCanPay({ id, client }, account.address, { title, to, data })
  return sendTransaction(client, { account, chain: null, to, data })
}

async function assertCanPay(
  { id, client }: Pick<ChainClient, 'id' | 'client'>,
  account: Address,
  { title, to, data }: { title: string; to: Address | undefined; data: Hex },
): Promise<void> {
  const [gas, fees, balance] = await Promise.all([
    client.estimateGas({ account, to, data }),
    client.estimateFeesPerGas(),
    client.getBalance({ address: account }),
  ])
  const cost = gas * fees.maxFeePerGas
  if (balance >= cost) return
  throw new AppError(
    'BadRequestException',
    `${account} has ${formatEther(balance)} ETH on chain ${id}; the ${title} may cost ${formatEther(cost)} ETH.`,
  )
}
