import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { requireDomain } from './require-domain.ts'

export interface SetDomainBlocked {
  readonly chainId: number
  readonly name: string
  readonly isBlocked: boolean
}

/**
 * Blocks a domain, or unblocks it, for the operator. While it is blocked its names take no writes, cannot be read and
 * resolve to nothing; nothing of it is lost.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`.
 */
export async function setDomainBlocked(context: CoreContext, input: SetDomainBlocked): Promise<Domain> {
  const domain = await requireDomain(context, input.chainId, input.name)
  return changeDomain(context, domain, { isBlocked: input.isBlocked })
}
