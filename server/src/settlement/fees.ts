import { type Hex, parseTransaction } from 'viem'
import { AppError } from '../errors.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { getBlock, hexQuantity, rpcRead } from './rpc.ts'

/** What a transaction may cost, wei for a unit of gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Wei. Less than this, sequencers do not take, whatever a quiet chain suggests. */
const minPriorityFeeWei = 1_000_000n

/** Reads what gets a transaction into one of the next blocks, also when the base fee doubles meanwhile. */
export async function readFees(rpc: RpcTransport): Promise<Fees> {
  const [{ baseFeePerGas }, suggested] = await Promise.all([
    getBlock(rpc),
    rpcRead(rpc, 'eth_maxPriorityFeePerGas', [], hexQuantity),
  ])
  if (baseFeePerGas === undefined)
    throw new AppError('UpstreamException', `${rpc.name} knows no base fee (EIP-1559).`)
  const tip = maxFee(suggested, minPriorityFeeWei)
  return { maxFeePerGas: 2n * baseFeePerGas + tip, maxPriorityFeePerGas: tip }
}

/**
 * Raises fees, where need be, to what replaces a transaction: a quarter more than it offers in both respects. Nodes ask
 * for a tenth more. `raw` is the signed transaction.
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
