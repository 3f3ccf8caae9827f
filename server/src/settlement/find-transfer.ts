import { numberToHex } from 'viem'
import { z } from 'zod'
import type { RpcNode } from '../chain/json-rpc-transport.ts'
import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { bytes, readHead, readNode } from './read-node.ts'
import { isPaidIn, receiptShape, topicsOfUse } from './receipt.ts'
import type { AuthorizationUse } from './token.ts'

/** Blocks in one question for logs; providers allow 10,000 on chains such as Base. */
const rangeSize = 5_000

/** About a week on Base, whose blocks take 2 seconds. Transfers are looked for while they are new. */
const mostRanges = 60

interface Search {
  readonly fromBlock: number
  /** Blocks that hold or follow the transaction, at least. */
  readonly confirmations: number
}

/**
 * Finds the transaction that made a transfer, whoever sent it, range after range upward from a block. Null when none did:
 * the search has come to the newest block, or to one in which the authorization is not valid any more.
 *
 * @throws AppError as `readNode` does, and `UpstreamException` when the newest block is too far away.
 */
export async function findTransfer(
  node: RpcNode,
  authorization: TransferAuthorization,
  { fromBlock, confirmations }: Search,
): Promise<AuthorizationUse | null> {
  const newest = (await readHead(node)).number
  const end = fromBlock + mostRanges * rangeSize
  for (let first = fromBlock; first <= newest; first += rangeSize) {
    if (first >= end) throw new AppError('UpstreamException', `${node.name} would be searched too far back.`)
    const last = Math.min(first + rangeSize - 1, newest)
    const hash = await findUse(node, authorization, first, last)
    if (hash) return confirmTransfer(node, authorization, hash, newest - confirmations + 1)
    if (last < newest && (await isOver(node, authorization, last))) return null
  }
  return null
}

const uses = z.array(z.object({ transactionHash: bytes }))

/** Finds the transaction that used the authorization, for whatever. */
async function findUse(node: RpcNode, authorization: TransferAuthorization, first: number, last: number) {
  const filter = {
    address: authorization.asset,
    topics: topicsOfUse(authorization),
    fromBlock: numberToHex(first),
    toBlock: numberToHex(last),
  }
  const [use] = await readNode(node, 'eth_getLogs', [filter], uses)
  return use?.transactionHash
}

async function confirmTransfer(
  node: RpcNode,
  authorization: TransferAuthorization,
  hash: AuthorizationUse['hash'],
  lastConfirmed: number,
): Promise<AuthorizationUse | null> {
  const receipt = await readNode(node, 'eth_getTransactionReceipt', [hash], receiptShape.nullable())
  if (!receipt || receipt.blockNumber > lastConfirmed) return null
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
