import type { Domain } from '../../store/domains.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isAdmin, requireKey } from '../credentials/authorize-domain.ts'
import { listDomains } from './list.ts'
import { listDomainsOfWorkspace } from './list-of-workspace.ts'

/** The domains that the caller's key may act on now, oldest first; blocked ones take no action. */
export async function listDomainsOfKey(context: CoreContext, caller: Caller): Promise<readonly Domain[]> {
  const key = requireKey(caller)
  const domains = await (isAdmin(key)
    ? listDomains(context)
    : listDomainsOfWorkspace(context, { caller, workspaceId: key.workspaceId }))
  return domains.filter(({ isBlocked }) => !isBlocked)
}
