import { encodeEventTopics, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { isPaidIn, receiptSchema } from './receipt.ts'
import { getBlock, hexBytes, rpcRead } from './rpc.ts'
import { tokenAbi } from './token-abi.ts'

/** Blocks in one query for logs; providers allow 10,000 on chains such as Base. */
const blocksPerQuery = 5_000

/** About a week on Base, whose blocks take 2 seconds. */
const maxQueries = 60

/** The transaction that used an authorization. */
export interface AuthorizationUse {
  readonly hash: Hex
  readonly block: number
}

interface TransferSearch {
  readonly fromBlock: number
  readonly latestBlock: number
  /** Minimum confirmations; the transaction's own block counts. */
  readonly confirmations: number
  /** Whether the authorization was used or cancelled, at the newest block. */
  readonly isUsed: () => Promise<boolean>
}

/**
 * Finds the transaction that made a transfer, from any sender, in one range of blocks after the other. Null without
 * one up to the newest block, or up to one in which the authorization has expired; never because a read failed.
 *
 * @throws AppError as `rpcRead` does, and `UpstreamException` while the outcome is undetermined: the transaction lacks
 * confirmations; the node, or one of several behind its URL, lacks blocks; or the first block is too far back.
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

/** Finds the transaction that used or cancelled the authorization; after either, it cannot be used again. */
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

/** Whether no later block can contain the transfer. */
async function isAuthorizationExpiredBy(
  rpc: RpcTransport,
  { validBefore }: TransferAuthorization,
  block: number,
): Promise<boolean> {
  return (await getBlock(rpc, numberToHex(block))).timestamp >= validBefore
}
