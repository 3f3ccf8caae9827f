import { setTimeout as wait } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { type RpcCall, rpcBatch } from './rpc.ts'

/** What became of a transaction. */
export interface Receipt {
  readonly status: Hex
  readonly contractAddress: Address | null
}

/** Milliseconds that mining may take, and between looks at whether it is done. */
const patience = 30_000
const pause = 5

/**
 * Sends transactions in one request and returns their receipts, in that order, once all are mined. anvil can send and wait
 * in one call (`eth_sendTransactionSync`), but now and then it misses the block, and waits in vain.
 */
export async function sendTransactions(
  rpcUrl: string,
  transactions: readonly object[],
): Promise<readonly Receipt[]> {
  const hashes = await rpcBatch(
    rpcUrl,
    transactions.map((transaction): RpcCall => ['eth_sendTransaction', [transaction]]),
  )
  const deadline = performance.now() + patience
  for (;;) {
    const receipts = await rpcBatch(
      rpcUrl,
      hashes.map((hash): RpcCall => ['eth_getTransactionReceipt', [hash]]),
    )
    // Safe because the node answers with null or a receipt.
    if (receipts.every((receipt) => receipt !== null)) return receipts as Receipt[]
    if (performance.now() > deadline) throw new Error(`A transaction was not mined within ${patience} ms.`)
    await wait(pause)
  }
}
