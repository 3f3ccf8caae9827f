import type { Hex } from 'viem'
import { z } from 'zod'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isExecutionError } from '../rpc/json-rpc.ts'
import { type RpcTransport, rpcErrorResponse, rpcRequest } from '../rpc/transport.ts'

/** A number, as JSON-RPC writes it. */
export const hexQuantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/** A number that is small: of a block, of a transaction. */
export const hexNumber = hexQuantity.transform(Number)

/** Whole bytes, in lower case. */
export const hexBytes = z.custom<Hex>(isHexBytes).transform(lowerCaseHex)

/** What is used of a block. */
const blockSchema = z.object({
  number: hexNumber,
  timestamp: hexQuantity,
  baseFeePerGas: hexQuantity.optional(),
})

type Params = readonly unknown[]

/**
 * Asks a node for something that it has, in the shape that it should have.
 *
 * @throws AppError as `askNode` does, and `UpstreamException` when the node answers with an error, or in another shape.
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

/** As `readNode`, for what a node has to run; null when the EVM ended it: it would revert, or is out of gas. */
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

/** Checks the shape of what a node answered; throws AppError `UpstreamException`. */
export function parseResult<T>(rpc: RpcTransport, method: string, result: unknown, schema: z.ZodType<T>): T {
  const { success, data } = schema.safeParse(result)
  if (success) return data
  throw new AppError('UpstreamException', `${rpc.name} gave a result of ${method} that cannot be one.`)
}
