import {
  type Address,
  BaseError,
  ContractFunctionExecutionError,
  type CustomTransport,
  custom,
  type PublicClient,
  RpcRequestError,
} from 'viem'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { OutboundError } from './outbound/error.ts'
import { isPublicHost, readBody } from './outbound.ts'

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

/** `error` is absent exactly on success. */
export interface JsonRpcResponse {
  readonly result?: unknown
  readonly error?: JsonRpcError
}

interface JsonRpcError {
  readonly code: number
  readonly message: string
  /** Revert data. */
  readonly data?: unknown
}

/** EVM errors. Most reverts have geth's code 3; others, and on some RPCs all, have generic codes. */
const executionErrorPattern =
  /revert|out of ?gas|gas required exceeds|gas uint64 overflow|invalid ?(opcode|jump)|InvalidFEOpcode|stack ?(under|over)flow|EVM error|VM execution error/i

/** `undefined` unless JSON-RPC 2.0. */
export function parseJsonRpcResponse(text: string): JsonRpcResponse | undefined {
  const body = parseObject(text)
  if (!body) return undefined
  if ('error' in body && body.error !== null)
    return isJsonRpcError(body.error) ? { error: body.error } : undefined
  return 'result' in body ? { result: body.result } : undefined
}

/** True for a failed call (revert, out of gas), false for a failed RPC. */
export function isExecutionError(error: JsonRpcError): boolean {
  return error.code === 3 || executionErrorPattern.test(error.message)
}

function parseObject(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

function isJsonRpcError(error: unknown): error is JsonRpcError {
  return (
    isObject(error) &&
    'code' in error &&
    typeof error.code === 'number' &&
    'message' in error &&
    typeof error.message === 'string'
  )
}

export interface Endpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export interface HttpReply {
  readonly status: number
  readonly body: string
  /** The header, of a server on the internet: one of this network may have the clock of this machine. */
  readonly date?: string | undefined
}

export interface PostRequest {
  readonly body: string
  /** Of the response body. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Moves `user:password@`, which `fetch` rejects, to a header. */
export function parseEndpoint(address: string): Endpoint {
  const url = new URL(address)
  const headers = { 'content-type': 'application/json' }
  if (!url.username && !url.password) return { url, headers }
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)
  url.username = ''
  url.password = ''
  return { url, headers: { ...headers, authorization: `Basic ${credentials.toString('base64')}` } }
}

/**
 * No retries or redirects. The status of a failure counts, however long its page is.
 * @throws OutboundError above `maxBytes` with a status of success; the errors of `fetch`.
 */
export async function postJson(
  { url, headers }: Endpoint,
  { body, maxBytes, signal }: PostRequest,
): Promise<HttpReply> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  const { ok, status, body: stream } = response
  const date = isPublicHost(url.href) ? (response.headers.get('date') ?? undefined) : undefined
  if (!stream) return { status, body: '', date }
  const text = await readBody(stream, maxBytes).catch((error: unknown) => {
    if (ok || !(error instanceof OutboundError)) throw error
    return ''
  })
  return { status, body: text, date }
}

/** The same on nearly all chains. */
const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** About 80 short reads. RPCs limit return data to 24 KiB (EIP-170) and a deployless call to 48 KiB (EIP-3860). */
const deploylessBatchBytes = 3000

/** One `eth_call` to Multicall3; without it, several deployless calls. */
export async function multicallBatching({ client }: { readonly client: Pick<PublicClient, 'getCode'> }) {
  const code = await undefinedIfReverted(client.getCode({ address: multicall3Address }))
  return code
    ? { multicallAddress: multicall3Address, batchSize: 0 }
    : { deployless: true, batchSize: deploylessBatchBytes }
}

/**
 * `undefined` when a contract reverted, has no code, or returned malformed data. Throws the AppError of a failed RPC.
 */
export async function undefinedIfReverted<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    // Of `BigInt`, for a number that a node returns as `0x` or text: viem does not wrap it.
    if (error instanceof SyntaxError) return undefined
    throwRpcError(error)
    return undefined
  }
}

/**
 * Awaits a viem multicall with `allowFailure`, in which viem reports an RPC failure as one of each contract; throws it.
 */
export async function multicallResults<T extends readonly { readonly error?: Error | undefined }[]>(
  multicall: Promise<T>,
): Promise<T> {
  const outcomes = await multicall
  for (const { error } of outcomes) throwRpcError(error)
  return outcomes
}

/**
 * As `multicallResults`, for contracts that cannot burn the others' gas: throws AppError `UpstreamException` if the
 * whole multicall failed, for which viem gives each contract the error of `aggregate3`.
 */
export async function trustedMulticallResults<T extends readonly { readonly error?: Error | undefined }[]>(
  multicall: Promise<T>,
): Promise<T> {
  const outcomes = await multicallResults(multicall)
  for (const { error } of outcomes)
    if (error instanceof ContractFunctionExecutionError && error.functionName === 'aggregate3')
      throw new AppError(
        'UpstreamException',
        'The RPC returned an execution error for a call that cannot fail.',
      )
  return outcomes
}

/** One `eth_call`, without a contract on the chain. */
export const singleMulticall = { deployless: true, batchSize: 0 } as const

/** Throws a wrapped AppError, and errors that are not viem's. */
function throwRpcError(error: unknown): void {
  if (error === undefined) return
  if (!(error instanceof BaseError)) throw error
  const failure = error.walk((cause) => cause instanceof AppError)
  if (failure) throw failure
}
