import { type CustomTransport, custom, RpcRequestError } from 'viem'
import { AppError } from '../errors.ts'
import { isEndedByEvm, type JsonRpcAnswer, type JsonRpcError, parseJsonRpc } from './json-rpc.ts'

/** What a node sent over HTTP. */
export interface Reply {
  readonly status: number
  readonly body: string
}

/** A node as JSON-RPC is spoken to it. */
export interface RpcNode {
  /** How failures call it: `The node of chain 1`. Holds no URL. */
  readonly name: string
  /** Sends a JSON-RPC request; throws an AppError when nothing comes back, or more than `maxBytes` where it says so. */
  readonly post: (body: string, maxBytes?: number) => Promise<Reply>
}

interface RpcCall {
  readonly method: string
  readonly params?: unknown
}

/**
 * Calls a node. What the EVM ended (a revert, out of gas) is an `RpcRequestError` with code 3, by which viem decodes
 * reverts, whatever code the node uses. Everything else that goes wrong is the node's failure, an AppError.
 */
export async function callNode(node: RpcNode, call: RpcCall, maxBytes?: number): Promise<unknown> {
  const { error, result } = await askNode(node, call, maxBytes)
  if (!error) return result
  if (isEndedByEvm(error))
    throw new RpcRequestError({ body: { method: call.method }, error: { ...error, code: 3 }, url: node.name })
  throw refusedCall(node, error)
}

/**
 * Calls a node and leaves it to the caller what an error means, whose text is the node's own and not for other eyes.
 * An AppError says that no answer came back: the node may or may not have done what it was asked for.
 */
export async function askNode(node: RpcNode, call: RpcCall, maxBytes?: number): Promise<JsonRpcAnswer> {
  const { status, body } = await node.post(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }), maxBytes)
  const answer = parseJsonRpc(body)
  if (answer) return answer
  // A node may send a JSON-RPC error with an HTTP status of failure, so the status counts only without an answer.
  throw failure(node, status === 200 ? 'gave an answer that is not JSON-RPC' : `answered HTTP ${status}`)
}

/** The failure of a node that answered with an error, without its text. */
export const refusedCall = (node: RpcNode, { code }: JsonRpcError): AppError =>
  failure(node, `refused the call with JSON-RPC error ${code}`)

/** Makes a viem transport: one call a request, no retries; viem's own errors carry the failures of `callNode` as causes. */
export const jsonRpcTransport = (node: RpcNode): CustomTransport =>
  custom({ request: (call: RpcCall) => callNode(node, call) }, { retryCount: 0 })

const failure = ({ name }: RpcNode, fault: string) => new AppError('UpstreamException', `${name} ${fault}.`)
