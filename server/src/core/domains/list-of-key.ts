import type { Domain } from '../../model/domain.ts'
import { isAdminKey, requireCallerApiKey } from '../auth/assert-domain-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { listDomains } from './list.ts'
import { listDomainsOfWorkspace } from './list-of-workspace.ts'

/** Oldest first, without blocked ones. */
export async function listDomainsOfKey(context: CoreContext, caller: Caller): Promise<readonly Domain[]> {
  const key = requireCallerApiKey(caller)
  const domains = await (isAdminKey(key)
    ? listDomains(context)
    : listDomainsOfWorkspace(context, { caller, workspaceId: key.workspaceId }))
  return domains.filter(({ isBlocked }) => !isBlocked)
}

listDomainsOfKey.errors = requireCallerApiKey.errors
