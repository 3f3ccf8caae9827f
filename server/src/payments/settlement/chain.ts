import {
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseTransaction,
} from 'viem'
import { z } from 'zod'
import { isHexBytes, lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { PaymentTerms, TransferAuthorization } from '../../model/payment.ts'
import { isExecutionError, type RpcTransport, rpcErrorResponse, rpcRequest } from '../../rpc/transport.ts'
import { authorizationDigest, parseEcdsaSignature, recoverPayer } from '../rules/authorization.ts'

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

/** EIP-3009; `bytes` variant in tokens that accept contract wallets. */
export const tokenAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** An EOA's transfer takes about 70,000; the rest is for code of contract wallets, paid by the relayer. */
export const maxTransferGas = 500_000n

/**
 * Uses `v, r, s` for an EOA's signature, which every EIP-3009 token accepts; else bytes, which a token may pass to the
 * payer's contract. The recovered address decides: contract wallets often use an EOA's signature.
 */
export function encodeTransfer(authorization: TransferAuthorization, terms: PaymentTerms): Hex {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const transfer = [from, to, value, validAfter, validBefore, nonce] as const
  const ecdsaSignature = parseEcdsaSignature(signature)
  const isByPayer = recoverPayer(authorizationDigest(authorization, terms), signature) === from
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args:
      ecdsaSignature && isByPayer
        ? [...transfer, ecdsaSignature.v, ecdsaSignature.r, ecdsaSignature.s]
        : [...transfer, signature],
  })
}

/** Wei per gas (EIP-1559). */
interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Sequencers reject less, whatever a quiet chain suggests. */
const minPriorityFeeWei = 1_000_000n

/** For the next blocks, even if the base fee doubles. */
export async function readFees(rpc: RpcTransport): Promise<Fees> {
  const [{ baseFeePerGas }, suggested] = await Promise.all([
    getBlock(rpc),
    rpcRead(rpc, 'eth_maxPriorityFeePerGas', [], hexQuantity),
  ])
  if (baseFeePerGas === undefined)
    throw new AppError('UpstreamException', `${rpc.name} returned a block without a base fee (EIP-1559).`)
  const tip = maxFee(suggested, minPriorityFeeWei)
  return { maxFeePerGas: 2n * baseFeePerGas + tip, maxPriorityFeePerGas: tip }
}

/** A quarter above the signed transaction `raw`, in both fields; nodes require a tenth. */
export function replacementFees(raw: Hex, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const replaced = parseTransaction(raw)
  return {
    maxFeePerGas: maxFee(maxFeePerGas, bump(replaced.maxFeePerGas)),
    maxPriorityFeePerGas: maxFee(maxPriorityFeePerGas, bump(replaced.maxPriorityFeePerGas)),
  }
}

function bump(fee = 0n): bigint {
  return (fee * 5n) / 4n + 1n
}

function maxFee(fee: bigint, least: bigint): bigint {
  return fee > least ? fee : least
}

const logSchema = z.object({ address: hexBytes, topics: z.array(hexBytes), data: hexBytes })

type Log = z.output<typeof logSchema>

export const receiptSchema = z.object({ status: hexNumber, blockNumber: hexNumber, logs: z.array(logSchema) })

type Receipt = z.output<typeof receiptSchema>

/**
 * Whether a transaction made the authorized transfer. The token logs the use just before its transfer, so only the next
 * `Transfer` counts: others pay for something else, and the nonce may be signed for another transfer.
 */
export function isPaidIn({ status, logs }: Receipt, authorization: TransferAuthorization): boolean {
  const tokenLogs = logs.filter(({ address }) => address === authorization.asset)
  return (
    status === 1 &&
    tokenLogs.some(
      (log, index) =>
        isAuthorizationUsed(log, authorization) && isTransfer(tokenLogs[index + 1], authorization),
    )
  )
}

function isAuthorizationUsed({ topics }: Log, { from, nonce }: TransferAuthorization): boolean {
  const args = { authorizer: from, nonce }
  return hasSameTopics(topics, encodeEventTopics({ abi: tokenAbi, eventName: 'AuthorizationUsed', args }))
}

function isTransfer(log: Log | undefined, { from, to, value }: TransferAuthorization): boolean {
  const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args: { from, to } })
  return (
    log !== undefined && hasSameTopics(log.topics, topics) && log.data === numberToHex(value, { size: 32 })
  )
}

function hasSameTopics(topics: readonly Hex[], expected: readonly unknown[]): boolean {
  return topics.length === expected.length && topics.every((topic, index) => topic === expected[index])
}
