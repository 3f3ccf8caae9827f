import { type Hex, keccak256 } from 'viem'
import { z } from 'zod'
import { askNode, type RpcNode, refusedCall } from '../chain/json-rpc-transport.ts'
import { meaningOfRefusal } from './meaning-of-refusal.ts'
import { bytes, readNode, shaped } from './read-node.ts'

const method = 'eth_sendRawTransaction'

/**
 * Hands a signed transaction to a node, which may have it already. True when it has it now; false when it refuses it and
 * does not know it.
 *
 * @throws AppError when that is not clear: no answer came back, or one that says neither. No failure holds the transaction
 * or the node's text.
 */
export async function sendTransaction(node: RpcNode, raw: Hex): Promise<boolean> {
  const hash = keccak256(raw)
  const { error, result } = await askNode(node, { method, params: [raw] })
  if (!error) {
    const isHash = bytes.refine((taken) => taken === hash)
    shaped(node, method, result, isHash)
    return true
  }
  const meaning = meaningOfRefusal(error.message)
  if (meaning === 'known') return true
  if (meaning === 'unclear') throw refusedCall(node, error)
  return isKnown(node, hash)
}

/** Whether a node has a transaction, mined or not. */
export async function isKnown(node: RpcNode, hash: Hex): Promise<boolean> {
  const transaction = z.object({ hash: bytes }).nullable()
  return (await readNode(node, 'eth_getTransactionByHash', [hash], transaction)) !== null
}
