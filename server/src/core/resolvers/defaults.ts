import { ensContracts } from '../../chain/contracts.ts'
import type { ChainId } from '../../ens/chain-id.ts'

/** Public nodes, which clients may use until the operator names another one. */
const publicChains = {
  1: { chainName: 'mainnet', nodeProvider: 'https://ethereum-rpc.publicnode.com' },
  11155111: { chainName: 'sepolia', nodeProvider: 'https://ethereum-sepolia-rpc.publicnode.com' },
} as const

/** What a resolver entry of a chain says unless its operator says otherwise. */
export const resolverDefaults = (chainId: ChainId) => ({
  ...publicChains[chainId],
  registryAddress: ensContracts[chainId].registry,
  environment: 'production',
})
