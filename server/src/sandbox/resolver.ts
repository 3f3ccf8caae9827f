import type { Devnet } from '@byname/devnet'
import type { Context } from '../context.ts'
import { newId } from '../core/new-id.ts'
import { createResolver } from '../core/resolvers/create.ts'
import { gatewayUrls } from '../core/resolvers/gateway-urls.ts'
import { listResolvers } from '../core/resolvers/list.ts'
import { updateResolver } from '../core/resolvers/update.ts'
import { type ChainId, ensChain } from '../ens/chains.ts'

const environment = 'sandbox'

/** An entry whose contract a new chain lacks moves to a new contract. */
export async function ensureResolver(context: Context, devnet: Devnet, chainId: ChainId, url: string) {
  const entry = (await listResolvers(context)).find(
    (resolver) => resolver.chainId === chainId && resolver.environment === environment,
  )
  const id = entry?.id ?? newId()
  const urls = gatewayUrls(url, id)
  const nodeProvider = devnet.rpcUrl(chainId)
  const registryAddress = devnet.addresses(chainId).registry
  if (entry && (await devnet.isContract(chainId, entry.address))) {
    await devnet.setResolverUrls(chainId, entry.address, urls)
    return updateResolver(context, { id, address: entry.address, registryAddress, nodeProvider, environment })
  }
  const signers = (context.signers.get(chainId) ?? []).map((signer) => signer.address)
  const address = await devnet.deployResolver(chainId, { urls, signers })
  if (entry) return updateResolver(context, { id, address, registryAddress, nodeProvider, environment })
  return createResolver(context, {
    id,
    chainId,
    address,
    registryAddress,
    nodeProvider,
    chainName: ensChain(chainId).name,
    environment,
    signingScheme: 'chain-bound',
  })
}
