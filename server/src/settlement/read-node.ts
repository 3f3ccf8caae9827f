import type { Hex } from 'viem'
import { z } from 'zod'
import { isEndedByEvm } from '../chain/json-rpc.ts'
import { askNode, type RpcNode, refusedCall } from '../chain/json-rpc-transport.ts'
import { isHexBytes, lowerCaseHex } from '../ens/hex.ts'
import { AppError } from '../errors.ts'

/** A number, as JSON-RPC writes it. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/** A number that is small: of a block, of a transaction. */
export const count = quantity.transform(Number)

/** Whole bytes, in lower case. */
export const bytes = z.custom<Hex>(isHexBytes).transform(lowerCaseHex)

/** What is used of a block. */
const head = z.object({ number: count, timestamp: quantity, baseFeePerGas: quantity.optional() })

type Params = readonly unknown[]

/**
 * Asks a node for something that it has, in the shape that it should have.
 *
 * @throws AppError as `askNode` does, and `UpstreamException` when the node answers with an error, or in another shape.
 */
export async function readNode<T>(
  node: RpcNode,
  method: string,
  params: Params,
  shape: z.ZodType<T>,
): Promise<T> {
  const { error, result } = await askNode(node, { method, params })
  if (error) throw refusedCall(node, error)
  return shaped(node, method, result, shape)
}

/** As `readNode`, for what a node has to run; null when the EVM ended it: it would revert, or is out of gas. */
export async function runOnNode<T>(
  node: RpcNode,
  method: string,
  params: Params,
  shape: z.ZodType<T>,
): Promise<T | null> {
  const { error, result } = await askNode(node, { method, params })
  if (!error) return shaped(node, method, result, shape)
  if (isEndedByEvm(error)) return null
  throw refusedCall(node, error)
}

/** Reads a block, by its number or the newest one. */
export const readHead = (node: RpcNode, block: Hex | 'latest' = 'latest') =>
  readNode(node, 'eth_getBlockByNumber', [block, false], head)

/** Checks the shape of what a node answered; throws AppError `UpstreamException`. */
export function shaped<T>(node: RpcNode, method: string, result: unknown, shape: z.ZodType<T>): T {
  const { success, data } = shape.safeParse(result)
  if (success) return data
  throw new AppError('UpstreamException', `${node.name} gave a result of ${method} that cannot be one.`)
}
