import { type ChainId, ensChain } from '../../ens/chains.ts'

/** What a resolver entry of a chain says unless its operator says otherwise. */
export function resolverDefaults(chainId: ChainId) {
  const { name, publicRpcUrl, contracts } = ensChain(chainId)
  return {
    chainName: name,
    nodeProvider: publicRpcUrl,
    registryAddress: contracts.registry,
    environment: 'production',
  }
}
