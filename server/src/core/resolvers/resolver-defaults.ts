import type { ChainId } from '../../ens/chains.ts'
import { ensContracts } from '../../ens/contracts.ts'

/** Public nodes, which clients may use until the operator names another one. */
const publicChainDefaults = {
  1: { chainName: 'mainnet', nodeProvider: 'https://ethereum-rpc.publicnode.com' },
  11155111: { chainName: 'sepolia', nodeProvider: 'https://ethereum-sepolia-rpc.publicnode.com' },
} as const

/** What a resolver entry of a chain says unless its operator says otherwise. */
export function resolverDefaults(chainId: ChainId) {
  return {
    ...publicChainDefaults[chainId],
    registryAddress: ensContracts[chainId].registry,
    environment: 'production',
  }
}
