import { type ChainId, ensChain } from '../../ens/chains.ts'

export function resolverDefaults(chainId: ChainId) {
  const { name, publicRpcUrl, contracts } = ensChain(chainId)
  return {
    chainName: name,
    nodeProvider: publicRpcUrl,
    registryAddress: contracts.registry,
    environment: 'production',
  }
}
