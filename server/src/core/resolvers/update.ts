import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import { type Resolver, updateResolver as write } from '../../store/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { getResolver } from './get.ts'

export interface UpdateResolver {
  readonly id: string
  readonly address: Hex
  readonly registryAddress: Hex
  readonly nodeProvider: string
  readonly environment: string
}

/**
 * Changes a resolver entry; the next lookup signs for the new address. Its chain and its signing scheme stay.
 *
 * @throws AppError `OffchainResolverNotFoundException`, `BadRequestException` when another entry has the address.
 */
export async function updateResolver(context: CoreContext, input: UpdateResolver): Promise<Resolver> {
  const { id, ...changes } = input
  await getResolver(context, id)
  if (!(await write(context.store.db, id, { ...changes, updatedAt: context.clock() })))
    throw new AppError('BadRequestException', `${input.address} is registered on its chain already.`)
  return getResolver(context, id)
}
