import type { Domain } from '../../model/domain.ts'
import { type FindDomainOptions, findDomains } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'

/** Oldest first. */
export function listDomains(
  context: CoreContext,
  finding: FindDomainOptions = {},
): Promise<readonly Domain[]> {
  return findDomains(context.store.db, finding)
}
