import { type ChainId, mainnetId, testnetIds } from '../../ens/chains.ts'
import { ancestors } from '../../ens/name.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'

/**
 * For callers without an RPC: a testnet when a domain at or above the name is onboarded there and not on mainnet, else
 * mainnet.
 */
export async function homeChainOf({ store }: CoreContext, name: string): Promise<ChainId> {
  const names = [name, ...ancestors(name)]
  const isOnboarded = async (chainId: ChainId) =>
    (await findCoveringDomain(store.read, chainId, names)) !== undefined
  for (const testnetId of testnetIds)
    if (await isOnboarded(testnetId)) return (await isOnboarded(mainnetId)) ? mainnetId : testnetId
  return mainnetId
}
