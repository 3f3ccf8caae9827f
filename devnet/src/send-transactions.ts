import { setTimeout as wait } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { type RpcCall, rpc, rpcBatch } from './rpc.ts'

/** The receipt of a transaction. */
export interface Receipt {
  readonly status: Hex
  readonly contractAddress: Address | null
}

/** Milliseconds: the timeout of mining, and the interval of polling. */
const timeoutMs = 30_000
const pollIntervalMs = 5

/**
 * Sends transactions in one request and returns their receipts, in that order, once all are mined.
 *
 * anvil mines each transaction on arrival, and sometimes loses the next one of the same account if that arrives
 * meanwhile. So several are mined only when all have arrived.
 */
export async function sendTransactions(
  rpcUrl: string,
  transactions: readonly object[],
): Promise<readonly Receipt[]> {
  const calls = transactions.map((transaction): RpcCall => ['eth_sendTransaction', [transaction]])
  if (calls.length === 1) return waitForReceipts(rpcUrl, await rpcBatch(rpcUrl, calls))
  await rpc(rpcUrl, 'evm_setAutomine', [false])
  try {
    const hashes = await rpcBatch(rpcUrl, calls)
    await rpc(rpcUrl, 'evm_mine')
    return await waitForReceipts(rpcUrl, hashes)
  } finally {
    await rpc(rpcUrl, 'evm_setAutomine', [true])
  }
}

async function waitForReceipts(rpcUrl: string, hashes: readonly unknown[]): Promise<readonly Receipt[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const receipts = await rpcBatch(
      rpcUrl,
      hashes.map((hash): RpcCall => ['eth_getTransactionReceipt', [hash]]),
    )
    // Safe because the node returns null or a receipt.
    if (receipts.every((receipt) => receipt !== null)) return receipts as Receipt[]
    if (performance.now() > deadline) throw new Error(`A transaction was not mined within ${timeoutMs} ms.`)
    await wait(pollIntervalMs)
  }
}
