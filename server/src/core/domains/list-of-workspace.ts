import type { Domain } from '../../model/domain.ts'
import { listDomainsByWorkspace } from '../../store/entities/domains.ts'
import { assertPermissionInWorkspace, canReadDomain } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Lists domains oldest first; a limited key gets only its domains. */
export async function listDomainsOfWorkspace(
  context: CoreContext,
  { caller, workspaceId }: { readonly caller: Caller; readonly workspaceId: string },
): Promise<readonly Domain[]> {
  assertPermissionInWorkspace(caller, workspaceId, 'read')
  await requireWorkspace(context, workspaceId)
  const domains = await listDomainsByWorkspace(context.store.db, workspaceId)
  return domains.filter((domain) => canReadDomain(caller, domain))
}
