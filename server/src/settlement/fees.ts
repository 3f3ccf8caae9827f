import { type Hex, parseTransaction } from 'viem'
import { AppError } from '../errors.ts'
import type { RpcTransport } from '../rpc/transport.ts'
import { getBlock, hexQuantity, rpcRead } from './rpc.ts'

/** Wei per gas (EIP-1559). */
export interface Fees {
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
