import { type CustomTransport, custom, RpcRequestError } from 'viem'
import { AppError } from '../errors.ts'
import {
  isExecutionError,
  type JsonRpcError,
  type JsonRpcResponse,
  parseJsonRpcResponse,
} from './json-rpc.ts'
import type { HttpReply } from './post-json.ts'

/** A JSON-RPC endpoint. */
export interface RpcTransport {
  /** Its name in errors: `The RPC of chain 1`. Contains no URL. */
  readonly name: string
  /** Sends a JSON-RPC request; throws an AppError without a response, or above `maxBytes` if given. */
  readonly send: (body: string, maxBytes?: number) => Promise<HttpReply>
}

interface RpcRequest {
  readonly method: string
  readonly params?: unknown
}

/**
 * Makes a call. An outcome of the EVM (a revert, out of gas) is an `RpcRequestError` with code 3, by which viem decodes
 * reverts, whatever code the RPC uses. Every other failure is the RPC's, an AppError.
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
 * Makes a call and leaves the meaning of an error to the caller; its text is the RPC's own and must not be shown. An AppError
 * means that there was no response: the call may or may not have been executed.
 */
export async function rpcRequest(
  rpc: RpcTransport,
  request: RpcRequest,
  maxBytes?: number,
): Promise<JsonRpcResponse> {
  const { status, body } = await rpc.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }), maxBytes)
  const response = parseJsonRpcResponse(body)
  if (response) return response
  // An RPC may send a JSON-RPC error with an HTTP error status, so the status counts only without a JSON-RPC response.
  throw upstreamError(
    rpc,
    status === 200 ? 'returned a response that is not JSON-RPC' : `answered HTTP ${status}`,
  )
}

/** The failure of an RPC that returned an error, without its text. */
export function rpcErrorResponse(rpc: RpcTransport, { code }: JsonRpcError): AppError {
  return upstreamError(rpc, `refused the call with JSON-RPC error ${code}`)
}

/** Creates a viem transport: one call a request, no retries; viem's own errors carry the failures of `rpcCall` as causes. */
export function toViemTransport(rpc: RpcTransport): CustomTransport {
  return custom({ request: (request: RpcRequest) => rpcCall(rpc, request) }, { retryCount: 0 })
}

function upstreamError({ name }: RpcTransport, fault: string) {
  return new AppError('UpstreamException', `${name} ${fault}.`)
}
