import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import { insertResolver, type Resolver } from '../../store/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'
import { supportedChain } from '../supported-chain.ts'

export interface CreateResolver {
  /** Chosen beforehand where the contract's gateway URL, which names it, must be known before its address. */
  readonly id?: string
  readonly chainId: number
  readonly address: Hex
  readonly registryAddress: Hex
  /** Base URL of an RPC node that clients may use; shown to everyone, so without any key. */
  readonly nodeProvider: string
  readonly chainName: string
  readonly environment: string
  readonly signingScheme: SigningScheme
}

/** Registers a resolver contract whose gateway this service is. */
export async function createResolver(context: CoreContext, input: CreateResolver): Promise<Resolver> {
  const now = context.clock()
  const resolver = {
    ...input,
    id: input.id ?? newId(),
    chainId: supportedChain(input.chainId),
    address: lowerCase(input.address),
    registryAddress: lowerCase(input.registryAddress),
    createdAt: now,
    updatedAt: now,
  }
  if (await insertResolver(context.store.db, resolver)) return resolver
  throw new AppError(
    'BadRequestException',
    `${resolver.address} on chain ${resolver.chainId} is registered already.`,
  )
}

/** Safe because lower case keeps an address an address. */
const lowerCase = (address: Hex): Hex => address.toLowerCase() as Hex
