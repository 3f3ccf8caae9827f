import { type CustomTransport, custom, RpcRequestError } from 'viem'
import { AppError } from '../errors.ts'
import {
  isExecutionError,
  type JsonRpcError,
  type JsonRpcResponse,
  parseJsonRpcResponse,
} from './json-rpc.ts'
import type { HttpReply } from './post-json.ts'

export interface RpcTransport {
  /** `The RPC of chain 1`; no URL. */
  readonly name: string
  /** Throws an AppError without a response, or above `maxBytes`. */
  readonly send: (body: string, maxBytes?: number) => Promise<HttpReply>
}

interface RpcRequest {
  readonly method: string
  readonly params?: unknown
}

/**
 * EVM failures (revert, out of gas) throw `RpcRequestError` with code 3, by which viem decodes reverts; others an
 * AppError.
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
 * Returns an error as is; its text must not be shown. Throws an AppError without a response: the call may have been
 * executed.
 */
export async function rpcRequest(
  rpc: RpcTransport,
  request: RpcRequest,
  maxBytes?: number,
): Promise<JsonRpcResponse> {
  const { status, body } = await rpc.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }), maxBytes)
  const response = parseJsonRpcResponse(body)
  if (response) return response
  // A JSON-RPC error may come with any HTTP status, so the status counts only without one.
  throw upstreamError(
    rpc,
    status === 200 ? 'returned a response that is not JSON-RPC' : `answered HTTP ${status}`,
  )
}

/** Omits the RPC's text. */
export function rpcErrorResponse(rpc: RpcTransport, { code }: JsonRpcError): AppError {
  return upstreamError(rpc, `refused the call with JSON-RPC error ${code}`)
}

/** No batching, no retries; viem's errors carry those of `rpcCall` as causes. */
export function toViemTransport(rpc: RpcTransport): CustomTransport {
  return custom({ request: (request: RpcRequest) => rpcCall(rpc, request) }, { retryCount: 0 })
}

function upstreamError({ name }: RpcTransport, fault: string) {
  return new AppError('UpstreamException', `${name} ${fault}.`)
}
