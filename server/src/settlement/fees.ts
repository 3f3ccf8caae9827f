import { type Hex, parseTransaction } from 'viem'
import type { RpcNode } from '../chain/json-rpc-transport.ts'
import { AppError } from '../errors.ts'
import { quantity, readHead, readNode } from './read-node.ts'

/** What a transaction may cost, wei for a unit of gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Wei. Less than this, sequencers do not take, whatever a quiet chain suggests. */
const leastTip = 1_000_000n

/** Reads what gets a transaction into one of the next blocks, also when the base fee doubles meanwhile. */
export async function readFees(node: RpcNode): Promise<Fees> {
  const [{ baseFeePerGas }, suggested] = await Promise.all([
    readHead(node),
    readNode(node, 'eth_maxPriorityFeePerGas', [], quantity),
  ])
  if (baseFeePerGas === undefined)
    throw new AppError('UpstreamException', `${node.name} knows no base fee (EIP-1559).`)
  const tip = atLeast(suggested, leastTip)
  return { maxFeePerGas: 2n * baseFeePerGas + tip, maxPriorityFeePerGas: tip }
}

/**
 * Raises fees, where need be, to what replaces a transaction: a quarter more than it offers in both respects. Nodes ask
 * for a tenth more. `raw` is the signed transaction.
 */
export function feesOver(raw: Hex, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const replaced = parseTransaction(raw)
  return {
    maxFeePerGas: atLeast(maxFeePerGas, raised(replaced.maxFeePerGas)),
    maxPriorityFeePerGas: atLeast(maxPriorityFeePerGas, raised(replaced.maxPriorityFeePerGas)),
  }
}

const raised = (fee = 0n): bigint => (fee * 5n) / 4n + 1n

const atLeast = (fee: bigint, least: bigint): bigint => (fee > least ? fee : least)
