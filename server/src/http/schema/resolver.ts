import { z } from 'zod'
import type { getResolver } from '../../core/resolvers/get.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { answer } from './answer.ts'

export const wireResolver = z
  .object({
    id: z.string(),
    resolverAddress: z.string(),
    ensRegistryAddress: z.string(),
    nodeProvider: z.string().meta({ description: 'Base URL of an RPC node.' }),
    chainId: z.number().int(),
    chainName: z.string(),
    environment: z.string(),
  })
  .meta({ id: 'OffchainResolver' })

type Resolver = Awaited<ReturnType<typeof getResolver>>

/** An off-chain resolver on the wire; addresses in EIP-55, because clients compare them as text. */
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
  z.object({ offchainResolvers: z.array(wireResolver) }),
  (resolvers: readonly Resolver[]) => ({ offchainResolvers: resolvers.map(serializeResolver) }),
)
