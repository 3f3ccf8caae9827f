import { isObject } from '../is-object.ts'

/** What a node answers to one call: `error` is absent exactly when the call succeeded. */
export interface JsonRpcResponse {
  readonly result?: unknown
  readonly error?: JsonRpcError
}

/** The RPC's own message. */
export interface JsonRpcError {
  readonly code: number
  readonly message: string
  /** Of a revert: its data. */
  readonly data?: unknown
}

/**
 * Messages of RPCs for calls that the EVM ended. Most reverts have geth's code 3; running out of gas, invalid opcodes and the
 * like, and every revert on some RPCs, have generic codes and are recognized by their message alone.
 */
const executionErrorPattern =
  /revert|out of ?gas|gas required exceeds|gas uint64 overflow|invalid ?(opcode|jump)|InvalidFEOpcode|stack ?(under|over)flow|EVM error|VM execution error/i

/** Parses a JSON-RPC 2.0 response; `undefined` for any other text. */
export function parseJsonRpcResponse(text: string): JsonRpcResponse | undefined {
  const body = parseObject(text)
  if (!body) return undefined
  if ('error' in body && body.error !== null)
    return isJsonRpcError(body.error) ? { error: body.error } : undefined
  return 'result' in body ? { result: body.result } : undefined
}

/** Whether `error` is the outcome of the call itself (a revert, out of gas), not a failure of the RPC. */
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
