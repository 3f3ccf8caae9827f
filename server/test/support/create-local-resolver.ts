import type { Devnet } from '@byname/devnet'
import type { Address } from 'viem'
import type { Context } from '../../src/context.ts'
import { createResolver } from '../../src/core/resolvers/resolvers.ts'
import type { SigningScheme } from '../../src/gateway/response.ts'
import type { ChainId } from './sandbox.ts'

interface LocalResolver {
  readonly id: string
  readonly chainId: ChainId
  readonly address: Address
  /** Absent: `chain-bound`. */
  readonly signingScheme?: SigningScheme
}

/** The entry of a resolver contract on a local chain. */
export async function createLocalResolver(
  context: Context,
  devnet: Devnet,
  { chainId, signingScheme = 'chain-bound', ...resolver }: LocalResolver,
): Promise<void> {
  await createResolver(context, {
    ...resolver,
    chainId,
    signingScheme,
    registryAddress: devnet.addresses(chainId).registry,
    nodeProvider: devnet.rpcUrl(chainId),
    chainName: 'local',
    environment: 'test',
  })
}
