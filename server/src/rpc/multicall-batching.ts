import type { Address } from 'viem'
import type { ChainClient } from './chain-clients.ts'
import { undefinedIfReverted } from './revert-as-undefined.ts'

/** Address of Multicall3 on both chains, and on nearly all others. */
const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Bytes of call data in a deployless call. RPCs limit its return data like the code of a contract to 24 KiB (EIP-170), and the
 * call itself to 48 KiB (EIP-3860): about 80 short reads.
 */
const deploylessBatchBytes = 3000

/**
 * How a multicall of any length becomes one `eth_call`: through the chain's Multicall3. Without it, deployless calls, as many
 * as needed.
 */
export async function multicallBatching({ client }: ChainClient) {
  const code = await undefinedIfReverted(client.getCode({ address: multicall3Address }))
  return code
    ? { multicallAddress: multicall3Address, batchSize: 0 }
    : { deployless: true, batchSize: deploylessBatchBytes }
}
