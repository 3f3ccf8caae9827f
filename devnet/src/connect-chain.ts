import { createPublicClient, http } from 'viem'
import { deployerAddress } from './accounts.ts'
import { addresses, type ChainId } from './addresses.ts'
import type { Chain, Generation } from './chain.ts'

/** Describes the local chain at `rpcUrl`, whichever process started it. Sends nothing. */
export function connectChain(chainId: ChainId, rpcUrl: string, generation: Generation = 'v1'): Chain {
  return {
    chainId,
    generation,
    rpcUrl,
    addresses: addresses[chainId],
    deployer: deployerAddress,
    client: createPublicClient({ transport: http(rpcUrl) }),
  }
}
