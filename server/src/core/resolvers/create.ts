import { AppError } from '../../errors.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import type { Resolver } from '../../model/resolver.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertResolver } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { resolverEvents } from '../events/entity-events.ts'
import { newId } from '../new-id.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { parseResolverEntry, type ResolverEntry } from './parse-entry.ts'

export interface CreateResolver extends ResolverEntry {
  /** Chosen in advance if the contract's gateway URL must contain it. */
  readonly id?: string | undefined
  readonly chainId: number
  readonly chainName: string
  readonly signingScheme: SigningScheme
}

/**
 * @throws AppError `UnsupportedChainException`, `BadRequestException` for a malformed entry and a registered contract
 * or id.
 */
export async function createResolver(context: CoreContext, input: CreateResolver): Promise<Resolver> {
  const now = context.clock()
  const { id = newId(), chainName, signingScheme } = input
  const chainId = requireSupportedChain(input.chainId)
  const resolver = {
    id,
    chainId,
    chainName,
    signingScheme,
    ...parseResolverEntry(input),
    trustedSigners: '',
    createdAt: now,
    updatedAt: now,
  }
  const isInserted = await context.store.transaction(async (tx) => {
    if (!(await insertResolver(tx, resolver))) return false
    await appendEvents(tx, ...resolverEvents(context, { type: 'resolver.created', after: resolver }))
    return true
  })
  if (isInserted) return resolver
  throw new AppError(
    'BadRequestException',
    `${resolver.address} on chain ${chainId}, or the id ${id}, is registered already.`,
  )
}
