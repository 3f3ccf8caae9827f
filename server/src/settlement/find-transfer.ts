import { encodeEventTopics, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { isPaidIn, receiptSchema } from './receipt.ts'
import { getBlock, hexBytes, rpcRead } from './rpc.ts'
import { tokenAbi } from './token-abi.ts'

/** Providers allow 10,000 on chains such as Base. */
const blocksPerQuery = 5_000

/** About a week on Base. */
const maxQueries = 60

export interface AuthorizationUse {
  readonly hash: Hex
  readonly block: number
}

interface TransferSearch {
  readonly fromBlock: number
  readonly latestBlock: number
  /** The transaction's own block counts. */
  readonly confirmations: number
  /** Used or cancelled, at the newest block. */
  readonly isUsed: () => Promise<boolean>
}

/**
 * Finds the transaction that made a transfer, from any sender. Null only if no block up to the newest, or up
 * to one after expiry, has it.
 * @throws AppError as `rpcRead`; `UpstreamException` while undetermined: too few confirmations, a lagging node, or
 * `fromBlock` too far back.
 */
export async function findTransfer(
  rpc: RpcTransport,
  authorization: TransferAuthorization,
  { fromBlock, latestBlock, confirmations, isUsed }: TransferSearch,
): Promise<AuthorizationUse | null> {
  const searchLimit = fromBlock + maxQueries * blocksPerQuery
  for (let first = fromBlock; first <= latestBlock; first += blocksPerQuery) {
    if (first >= searchLimit) throw undetermined(rpc)
    const last = Math.min(first + blocksPerQuery - 1, latestBlock)
    const use = await findAuthorizationLog(rpc, authorization, first, last)
    if (use)
      return use.isCancelled
        ? null
        : confirmTransfer(rpc, authorization, use.hash, latestBlock - confirmations + 1)
    if (last < latestBlock && (await isAuthorizationExpiredBy(rpc, authorization, last))) return null
  }
  if (await isUsed()) throw undetermined(rpc)
  return null
}

function undetermined({ name }: RpcTransport): AppError {
  return new AppError('UpstreamException', `${name} cannot confirm the outcome of the transfer yet.`)
}

function topicOf(
  eventName: 'AuthorizationUsed' | 'AuthorizationCanceled',
  { from, nonce }: TransferAuthorization,
) {
  return encodeEventTopics({ abi: tokenAbi, eventName, args: { authorizer: from, nonce } })
}

const authorizationLogsSchema = z.array(z.object({ transactionHash: hexBytes, topics: z.array(hexBytes) }))

/** Finds the use or cancellation of the authorization; either is final. */
async function findAuthorizationLog(
  rpc: RpcTransport,
  authorization: TransferAuthorization,
  first: number,
  last: number,
) {
  const [used, payer, nonce] = topicOf('AuthorizationUsed', authorization)
  const [cancelled] = topicOf('AuthorizationCanceled', authorization)
  const filter = {
    address: authorization.asset,
    topics: [[used, cancelled], payer, nonce],
    fromBlock: numberToHex(first),
    toBlock: numberToHex(last),
  }
  const [found] = await rpcRead(rpc, 'eth_getLogs', [filter], authorizationLogsSchema)
  return found && { hash: found.transactionHash, isCancelled: found.topics[0] === cancelled }
}

async function confirmTransfer(
  rpc: RpcTransport,
  authorization: TransferAuthorization,
  hash: Hex,
  lastConfirmed: number,
): Promise<AuthorizationUse | null> {
  const receipt = await rpcRead(rpc, 'eth_getTransactionReceipt', [hash], receiptSchema.nullable())
  if (!receipt || receipt.blockNumber > lastConfirmed) throw undetermined(rpc)
  return isPaidIn(receipt, authorization) ? { hash, block: receipt.blockNumber } : null
}

async function isAuthorizationExpiredBy(
  rpc: RpcTransport,
  { validBefore }: TransferAuthorization,
  block: number,
): Promise<boolean> {
  return (await getBlock(rpc, numberToHex(block))).timestamp >= validBefore
}
