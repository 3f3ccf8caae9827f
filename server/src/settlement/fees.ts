import { type Hex, parseTransaction } from 'viem'
import { AppError } from '../errors.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { getBlock, hexQuantity, rpcRead } from './rpc.ts'

/** The fees of a transaction, wei per unit of gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Wei. Sequencers reject less, even when a quiet chain suggests it. */
const minPriorityFeeWei = 1_000_000n

/** Reads fees that get a transaction into one of the next blocks, even if the base fee doubles. */
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

/**
 * Raises fees to those of a replacement transaction: a quarter more than those of the signed transaction `raw`, in both
 * fields. Nodes require a tenth more.
 */
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
