import { AppError, type ErrorName } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'
import { findDomainById } from '../../store/entities/domains.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'

/**
 * Requires, inside the transaction of a write, that the domain of the subname still takes writes: since the first check,
 * verifying a signature may have waited for a node. A block that is committed after this check counts as later than the
 * write; the order is not visible outside, because nothing below a blocked domain can be read.
 */
export async function assertDomainWritable(
  transaction: StoreTransaction,
  { domainId, name }: Subname,
): Promise<void> {
  const domain = await findDomainById(transaction, domainId)
  if (!domain) throw new AppError('SubnameNotFoundException', `${name} does not exist any more.`)
  assertNotBlocked(domain)
}

assertDomainWritable.errors = [
  'SubnameNotFoundException',
  ...assertNotBlocked.errors,
] as const satisfies readonly ErrorName[]
