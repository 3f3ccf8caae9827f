import { type CustomTransport, custom, RpcRequestError } from 'viem'
import { AppError } from '../errors.ts'
import {
  isExecutionError,
  type JsonRpcError,
  type JsonRpcResponse,
  parseJsonRpcResponse,
} from './json-rpc.ts'
import type { HttpReply } from './post-json.ts'

/** A node as JSON-RPC is spoken to it. */
export interface RpcTransport {
  /** How failures call it: `The node of chain 1`. Holds no URL. */
  readonly name: string
  /** Sends a JSON-RPC request; throws an AppError when nothing comes back, or more than `maxBytes` where it says so. */
  readonly send: (body: string, maxBytes?: number) => Promise<HttpReply>
}

interface RpcRequest {
  readonly method: string
  readonly params?: unknown
}

/**
 * Calls a node. What the EVM ended (a revert, out of gas) is an `RpcRequestError` with code 3, by which viem decodes
 * reverts, whatever code the node uses. Everything else that goes wrong is the node's failure, an AppError.
 */
export async function rpcCall(rpc: RpcTransport, request: RpcRequest, maxBytes?: number): Promise<unknown> {
  const { error, result } = await rpcRequest(rpc, request, maxBytes)
  if (!error) return result
  if (isExecutionError(error))
    throw new RpcRequestError({
      body: { method: request.method },
      error: { ...error, code: 3 },
      url: rpc.name,
    })
  throw rpcErrorResponse(rpc, error)
}

/**
 * Calls a node and leaves it to the caller what an error means, whose text is the node's own and not for other eyes.
 * An AppError says that no answer came back: the node may or may not have done what it was asked for.
 */
export async function rpcRequest(
  rpc: RpcTransport,
  request: RpcRequest,
  maxBytes?: number,
): Promise<JsonRpcResponse> {
  const { status, body } = await rpc.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }), maxBytes)
  const response = parseJsonRpcResponse(body)
  if (response) return response
  // A node may send a JSON-RPC error with an HTTP status of failure, so the status counts only without an answer.
  throw upstreamError(rpc, status === 200 ? 'gave an answer that is not JSON-RPC' : `answered HTTP ${status}`)
}

/** The failure of a node that answered with an error, without its text. */
export function rpcErrorResponse(rpc: RpcTransport, { code }: JsonRpcError): AppError {
  return upstreamError(rpc, `refused the call with JSON-RPC error ${code}`)
}

/** Makes a viem transport: one call a request, no retries; viem's own errors carry the failures of `rpcCall` as causes. */
export function toViemTransport(rpc: RpcTransport): CustomTransport {
  return custom({ request: (request: RpcRequest) => rpcCall(rpc, request) }, { retryCount: 0 })
}

function upstreamError({ name }: RpcTransport, fault: string) {
  return new AppError('UpstreamException', `${name} ${fault}.`)
}
