import type { Address } from 'viem'
import type { ChainClient } from './chain-clients.ts'
import { undefinedIfReverted } from './revert-as-undefined.ts'

/** Multicall3 stands at this address on both chains, and on nearly all others. */
const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Bytes of call data in a call that brings its contract along. Nodes take what it returns for the code of a contract and
 * limit it to 24 KiB (EIP-170), and the call itself to 48 KiB (EIP-3860): room for about 80 short reads.
 */
const deploylessBatchBytes = 3000

/**
 * How a multicall of any length becomes one `eth_call`: through the chain's Multicall3. Where that is missing, a call
 * brings the contract along, and it takes as many of them as need be.
 */
export async function multicallBatching({ client }: ChainClient) {
  const code = await undefinedIfReverted(client.getCode({ address: multicall3Address }))
  return code
    ? { multicallAddress: multicall3Address, batchSize: 0 }
    : { deployless: true, batchSize: deploylessBatchBytes }
}
