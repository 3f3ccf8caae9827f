import { encodeEventTopics, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import type { RpcNode } from '../chain/json-rpc-transport.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { bytes, readHead, readNode } from './read-node.ts'
import { isPaidIn, receiptShape } from './receipt.ts'
import type { AuthorizationUse } from './token.ts'
import { tokenAbi } from './token-abi.ts'

/** Blocks in one question for logs; providers allow 10,000 on chains such as Base. */
const rangeSize = 5_000

/** About a week on Base, whose blocks take 2 seconds. Transfers are looked for while they are new. */
const mostRanges = 60

interface Search {
  readonly fromBlock: number
  readonly newest: number
  /** Blocks that hold or follow the transaction, at least. */
  readonly confirmations: number
  /** Whether the authorization was used or cancelled, at the newest block. */
  readonly isUsed: () => Promise<boolean>
}

/**
 * Finds the transaction that made a transfer, whoever sent it, range after range upward from a block. Null when none did
 * up to the newest block, or up to one in which the authorization is not valid any more; never for want of knowing.
 *
 * @throws AppError as `readNode` does, and `UpstreamException` as long as it cannot be told: the transaction is not below
 * enough blocks; the node, or one of several behind it, does not have all of the blocks; or the first block is too far back.
 */
export async function findTransfer(
  node: RpcNode,
  authorization: TransferAuthorization,
  { fromBlock, newest, confirmations, isUsed }: Search,
): Promise<AuthorizationUse | null> {
  const end = fromBlock + mostRanges * rangeSize
  for (let first = fromBlock; first <= newest; first += rangeSize) {
    if (first >= end) throw unsure(node)
    const last = Math.min(first + rangeSize - 1, newest)
    const use = await findEnd(node, authorization, first, last)
    if (use)
      return use.isCancelled
        ? null
        : confirmTransfer(node, authorization, use.hash, newest - confirmations + 1)
    if (last < newest && (await isOver(node, authorization, last))) return null
  }
  if (await isUsed()) throw unsure(node)
  return null
}

const unsure = ({ name }: RpcNode): AppError =>
  new AppError('UpstreamException', `${name} does not tell for sure what has become of a transfer.`)

const topicOf = (
  eventName: 'AuthorizationUsed' | 'AuthorizationCanceled',
  { from, nonce }: TransferAuthorization,
) => encodeEventTopics({ abi: tokenAbi, eventName, args: { authorizer: from, nonce } })

const ends = z.array(z.object({ transactionHash: bytes, topics: z.array(bytes) }))

/** Finds the transaction that used the authorization, for whatever, or cancelled it: after either, it is of no use. */
async function findEnd(node: RpcNode, authorization: TransferAuthorization, first: number, last: number) {
  const [used, payer, nonce] = topicOf('AuthorizationUsed', authorization)
  const [cancelled] = topicOf('AuthorizationCanceled', authorization)
  const filter = {
    address: authorization.asset,
    topics: [[used, cancelled], payer, nonce],
    fromBlock: numberToHex(first),
    toBlock: numberToHex(last),
  }
  const [found] = await readNode(node, 'eth_getLogs', [filter], ends)
  return found && { hash: found.transactionHash, isCancelled: found.topics[0] === cancelled }
}

async function confirmTransfer(
  node: RpcNode,
  authorization: TransferAuthorization,
  hash: Hex,
  lastConfirmed: number,
): Promise<AuthorizationUse | null> {
  const receipt = await readNode(node, 'eth_getTransactionReceipt', [hash], receiptShape.nullable())
  if (!receipt || receipt.blockNumber > lastConfirmed) throw unsure(node)
  return isPaidIn(receipt, authorization) ? { hash, block: receipt.blockNumber } : null
}

/** Whether no later block can hold the transfer. */
async function isOver(
  node: RpcNode,
  { validBefore }: TransferAuthorization,
  block: number,
): Promise<boolean> {
  return (await readHead(node, numberToHex(block))).timestamp >= validBefore
}
