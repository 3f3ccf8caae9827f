import type { Hex } from 'viem'
import { z } from 'zod'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isExecutionError } from '../rpc/json-rpc.ts'
import { type RpcTransport, rpcErrorResponse, rpcRequest } from '../rpc/transport.ts'

export const hexQuantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/** Below 2^53, such as a block number. */
export const hexNumber = hexQuantity.transform(Number)

/** Lower case. */
export const hexBytes = z.custom<Hex>(isHexBytes).transform(lowerCaseHex)

const blockSchema = z.object({
  number: hexNumber,
  timestamp: hexQuantity,
  baseFeePerGas: hexQuantity.optional(),
})

type Params = readonly unknown[]

/**
 * Reads and parses.
 * @throws AppError as `rpcRequest`; `UpstreamException` for an error or an invalid result.
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

/** As `rpcRead`; null on a revert or out of gas. */
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

export function getBlock(rpc: RpcTransport, block: Hex | 'latest' = 'latest') {
  return rpcRead(rpc, 'eth_getBlockByNumber', [block, false], blockSchema)
}

/** Throws AppError `UpstreamException` for an invalid result. */
export function parseResult<T>(rpc: RpcTransport, method: string, result: unknown, schema: z.ZodType<T>): T {
  const { success, data } = schema.safeParse(result)
  if (success) return data
  throw new AppError('UpstreamException', `${rpc.name} returned an invalid result for ${method}.`)
}
