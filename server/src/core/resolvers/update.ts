import { AppError } from '../../errors.ts'
import { type Resolver, updateResolver as write } from '../../store/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { getResolver } from './get.ts'
import { parseEntry, type ResolverEntry } from './parse-entry.ts'

export interface UpdateResolver extends ResolverEntry {
  readonly id: string
}

/**
 * Changes a resolver entry; the next lookup signs for the new address. Its chain and its signing scheme stay.
 *
 * @throws AppError `OffchainResolverNotFoundException`, `BadRequestException` for a malformed entry and when another
 * entry has the address.
 */
export async function updateResolver(context: CoreContext, input: UpdateResolver): Promise<Resolver> {
  const entry = parseEntry(input)
  await getResolver(context, input.id)
  const changed = { ...entry, updatedAt: context.clock() }
  if (!(await context.store.transaction((tx) => write(tx, input.id, changed))))
    throw new AppError('BadRequestException', `${entry.address} is registered on its chain already.`)
  return getResolver(context, input.id)
}
