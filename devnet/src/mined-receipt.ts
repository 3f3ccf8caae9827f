import type { Client, Hash, TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

/**
 * Returns the receipt of a transaction on a local chain once it is mined. Such a chain makes a block only for a
 * transaction; while viem searches for a replacement it ignores new blocks, and would wait for another one without end.
 */
export function minedReceipt(client: Client, hash: Hash): Promise<TransactionReceipt> {
  return waitForTransactionReceipt(client, { hash, checkReplacement: false })
}
