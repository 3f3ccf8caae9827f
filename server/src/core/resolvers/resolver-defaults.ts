import { type ChainId, ensChain } from '../../ens/chains.ts'

/** Defaults of a resolver entry of a chain. */
export function resolverDefaults(chainId: ChainId) {
  const { name, publicRpcUrl, contracts } = ensChain(chainId)
  return {
    chainName: name,
    nodeProvider: publicRpcUrl,
    registryAddress: contracts.registry,
    environment: 'production',
  }
}
