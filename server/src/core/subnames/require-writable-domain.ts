import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { findDomainById } from '../../store/entities/domains.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'

/**
 * Checks again in the transaction, because verifying a signature takes time. A block committed afterwards counts as
 * later: nothing below it is readable.
 */
export async function requireWritableDomain(
  transaction: StoreTransaction,
  { domainId, name }: Pick<Subname, 'domainId' | 'name'>,
): Promise<Domain> {
  const domain = await findDomainById(transaction, domainId)
  if (!domain) throw new AppError('SubnameNotFoundException', `${name} does not exist any more.`)
  assertNotBlocked(domain)
  return domain
}
