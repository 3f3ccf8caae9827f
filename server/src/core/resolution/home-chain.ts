import type { ChainId } from '../../ens/chains.ts'
import { ancestors } from '../../ens/name.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'

const mainnet = 1
const sepolia = 11155111

/**
 * The chain on which a normalized name is read for a caller who does not choose one by a node: Sepolia when a domain at or
 * above it is onboarded there and not on mainnet. On both, or on neither, it is mainnet.
 */
export async function homeChainOf({ store }: CoreContext, name: string): Promise<ChainId> {
  const names = [name, ...ancestors(name)]
  const isOnboarded = async (chainId: ChainId) =>
    (await findCoveringDomain(store.read, chainId, names)) !== undefined
  return (await isOnboarded(sepolia)) && !(await isOnboarded(mainnet)) ? sepolia : mainnet
}
