import type { Domain } from '../../model/domain.ts'
import { isAdministrator, requireCredential } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { listDomains } from './list.ts'
import { listDomainsOfWorkspace } from './list-of-workspace.ts'

/** Oldest first, without blocked ones. */
export async function listDomainsOfKey(context: CoreContext, caller: Caller): Promise<readonly Domain[]> {
  const domains = isAdministrator(caller)
    ? await listDomains(context)
    : await domainsOfMember(context, caller)
  return domains.filter(({ isBlocked }) => !isBlocked)
}

/** Of the workspace of the key, or of all workspaces of the session's address. */
async function domainsOfMember(context: CoreContext, caller: Caller): Promise<readonly Domain[]> {
  const { apiKey, session } = requireCredential(caller)
  const workspaceIds = apiKey ? [apiKey.workspaceId] : [...session.roles.keys()]
  const lists: (readonly Domain[])[] = []
  for (const workspaceId of workspaceIds)
    lists.push(await listDomainsOfWorkspace(context, { caller, workspaceId }))
  return lists.flat()
}
