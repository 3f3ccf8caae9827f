import type { Domain } from '../../model/domain.ts'
import { type FindDomainOptions, findDomains } from '../../store/entities/domains.ts'
import type { CoreContext } from '../context.ts'

/** Every domain of every workspace, oldest first, for the operator; deleted ones on request. */
export function listDomains(
  context: CoreContext,
  finding: FindDomainOptions = {},
): Promise<readonly Domain[]> {
  return findDomains(context.store.db, finding)
}
