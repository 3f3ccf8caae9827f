import { AppError } from '../../errors.ts'
import { type Domain, listDomainsByWorkspace } from '../../store/domains.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isAdmin, isWithin, requireKey } from '../credentials/authorize-domain.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/**
 * The domains of a workspace, oldest first, for an admin key or a key of the workspace; one that is limited to certain
 * domains sees those alone.
 *
 * @throws AppError `InvalidApiKeyException`, `ForbiddenException`, `WorkspaceNotFoundException`.
 */
export async function listDomainsOfWorkspace(
  context: CoreContext,
  { caller, workspaceId }: { readonly caller: Caller; readonly workspaceId: string },
): Promise<readonly Domain[]> {
  const key = requireKey(caller)
  if (!isAdmin(key) && key.workspaceId !== workspaceId)
    throw new AppError('ForbiddenException', 'This API key belongs to another workspace.')
  await requireWorkspace(context, workspaceId)
  const domains = await listDomainsByWorkspace(context.store.db, workspaceId)
  return isAdmin(key) ? domains : domains.filter((domain) => isWithin(key, domain))
}
