import { z } from 'zod'
import type { getResolver } from '../../core/resolvers/get.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { answer } from './answer.ts'
import { exampleResolverAddress } from './examples.ts'
import { wireChainId, wireId } from './primitives.ts'

export const wireResolver = z
  .object({
    id: wireId('Id of the entry, as in the gateway URL.'),
    resolverAddress: z
      .string()
      .meta({ description: 'The resolver contract, EIP-55.', example: exampleResolverAddress }),
    ensRegistryAddress: z.string().meta({
      description: 'The ENS registry of its chain, EIP-55.',
      example: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    }),
    nodeProvider: z
      .string()
      .meta({ description: 'URL of an RPC of its chain.', example: 'https://rpc.example' }),
    chainId: wireChainId,
    chainName: z.string().meta({ description: 'Name of its chain.', example: 'mainnet' }),
    environment: z.string().meta({ description: 'A display name.', example: 'production' }),
  })
  .meta({ id: 'OffchainResolver', description: 'A resolver contract for which this service is the gateway.' })

type Resolver = Awaited<ReturnType<typeof getResolver>>

/** Addresses in EIP-55, because clients compare them as text. */
export function serializeResolver(resolver: Resolver): z.output<typeof wireResolver> {
  return {
    id: resolver.id,
    resolverAddress: checksumAddress(resolver.address),
    ensRegistryAddress: checksumAddress(resolver.registryAddress),
    nodeProvider: resolver.nodeProvider,
    chainId: resolver.chainId,
    chainName: resolver.chainName,
    environment: resolver.environment,
  }
}

export const resolverAnswer = answer(wireResolver, serializeResolver)

export const resolverListAnswer = answer(
  z.object({ offchainResolvers: z.array(wireResolver).meta({ description: 'The entries.' }) }),
  (resolvers: readonly Resolver[]) => ({ offchainResolvers: resolvers.map(serializeResolver) }),
)
