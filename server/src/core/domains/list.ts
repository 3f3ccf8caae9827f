import { type Domain, type Finding, listDomains as read } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'

/** Every domain of every workspace, oldest first, for the operator; deleted ones if asked for. */
export const listDomains = (context: CoreContext, finding: Finding = {}): Promise<readonly Domain[]> =>
  read(context.store.db, finding)
