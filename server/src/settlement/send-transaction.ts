import { type Hex, keccak256 } from 'viem'
import { z } from 'zod'
import { type RpcTransport, rpcErrorResponse, rpcRequest } from '../rpc/transport.ts'
import { classifySendError } from './classify-send-error.ts'
import { hexBytes, parseResult, rpcRead } from './rpc.ts'

const method = 'eth_sendRawTransaction'

/**
 * True when the node has it, also from before; false when it refuses it and does not have it.
 * @throws AppError when ambiguous or without a reply, without the transaction or the node's text.
 */
export async function sendRawTransaction(rpc: RpcTransport, raw: Hex): Promise<boolean> {
  const hash = keccak256(raw)
  const { error, result } = await rpcRequest(rpc, { method, params: [raw] })
  if (!error) {
    const expectedHash = hexBytes.refine((returnedHash) => returnedHash === hash)
    parseResult(rpc, method, result, expectedHash)
    return true
  }
  const kind = classifySendError(error.message)
  if (kind === 'known') return true
  if (kind === 'ambiguous') throw rpcErrorResponse(rpc, error)
  return isTransactionKnown(rpc, hash)
}

/** Mined or pending. */
export async function isTransactionKnown(rpc: RpcTransport, hash: Hex): Promise<boolean> {
  const transaction = z.object({ hash: hexBytes }).nullable()
  return (await rpcRead(rpc, 'eth_getTransactionByHash', [hash], transaction)) !== null
}
