import { isObject } from '../is-object.ts'

/** `error` is absent exactly on success. */
export interface JsonRpcResponse {
  readonly result?: unknown
  readonly error?: JsonRpcError
}

export interface JsonRpcError {
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
