import type { Address } from 'viem'
import type { ChainClient } from './chain-clients.ts'
import { undefinedIfReverted } from './revert-as-undefined.ts'

/** The same on nearly all chains. */
const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** About 80 short reads. RPCs limit return data to 24 KiB (EIP-170) and a deployless call to 48 KiB (EIP-3860). */
const deploylessBatchBytes = 3000

/** One `eth_call` to Multicall3; without it, several deployless calls. */
export async function multicallBatching({ client }: ChainClient) {
  const code = await undefinedIfReverted(client.getCode({ address: multicall3Address }))
  return code
    ? { multicallAddress: multicall3Address, batchSize: 0 }
    : { deployless: true, batchSize: deploylessBatchBytes }
}
