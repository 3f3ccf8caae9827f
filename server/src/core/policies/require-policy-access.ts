import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { lockDomain } from '../../store/entities/domain-changes.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { assertDomainWriteAccess } from '../domains/require-domain-write-access.ts'

export interface PolicyRef {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
}

export async function requirePolicyAccess(
  context: CoreContext,
  { caller, chainId, domain: name }: PolicyRef,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'claim-page:write')
  return domain
}

/** Checks again in the transaction of the change: the domain may have moved since it was read. */
export async function lockPolicyDomain(
  tx: StoreTransaction,
  { caller, domain: name }: PolicyRef,
  id: string,
): Promise<Domain> {
  const domain = await lockDomain(tx, id)
  if (!domain || domain.deletedAt !== null)
    throw new AppError('EnsNotFound', `${name} was deleted by another request.`)
  assertDomainWriteAccess(caller, domain, 'claim-page:write')
  return domain
}
