import type { Hex } from 'viem'
import { z } from 'zod'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isExecutionError } from '../rpc/json-rpc.ts'
import { type RpcTransport, rpcErrorResponse, rpcRequest } from '../rpc/transport.ts'

/** A JSON-RPC quantity. */
export const hexQuantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/** A quantity below 2^53, such as the number of a block. */
export const hexNumber = hexQuantity.transform(Number)

/** Whole bytes, in lower case. */
export const hexBytes = z.custom<Hex>(isHexBytes).transform(lowerCaseHex)

/** The used part of a block. */
const blockSchema = z.object({
  number: hexNumber,
  timestamp: hexQuantity,
  baseFeePerGas: hexQuantity.optional(),
})

type Params = readonly unknown[]

/**
 * Reads from a node, and parses the result by a schema.
 *
 * @throws AppError as `rpcRequest` does, and `UpstreamException` when the node returns an error or an invalid result.
 */
export async function rpcRead<T>(
  rpc: RpcTransport,
  method: string,
  params: Params,
  schema: z.ZodType<T>,
): Promise<T> {
  const { error, result } = await rpcRequest(rpc, { method, params })
  if (error) throw rpcErrorResponse(rpc, error)
  return parseResult(rpc, method, result, schema)
}

/** Like `rpcRead`, for a call that the node executes; null when it reverts or runs out of gas. */
export async function rpcSimulate<T>(
  rpc: RpcTransport,
  method: string,
  params: Params,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const { error, result } = await rpcRequest(rpc, { method, params })
  if (!error) return parseResult(rpc, method, result, schema)
  if (isExecutionError(error)) return null
  throw rpcErrorResponse(rpc, error)
}

/** Reads a block, by its number or the newest one. */
export function getBlock(rpc: RpcTransport, block: Hex | 'latest' = 'latest') {
  return rpcRead(rpc, 'eth_getBlockByNumber', [block, false], blockSchema)
}

/** Parses a node's result by a schema; throws AppError `UpstreamException`. */
export function parseResult<T>(rpc: RpcTransport, method: string, result: unknown, schema: z.ZodType<T>): T {
  const { success, data } = schema.safeParse(result)
  if (success) return data
  throw new AppError('UpstreamException', `${rpc.name} returned an invalid result for ${method}.`)
}
