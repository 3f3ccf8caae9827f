import { AppError, type ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { listDomainsByWorkspace } from '../../store/entities/domains.ts'
import { isAdminKey, keyCoversDomain, requireCallerApiKey } from '../auth/assert-domain-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Lists domains oldest first; a limited key gets only its domains. */
export async function listDomainsOfWorkspace(
  context: CoreContext,
  { caller, workspaceId }: { readonly caller: Caller; readonly workspaceId: string },
): Promise<readonly Domain[]> {
  const key = requireCallerApiKey(caller)
  if (!isAdminKey(key) && key.workspaceId !== workspaceId)
    throw new AppError('ForbiddenException', 'This API key belongs to another workspace.')
  await requireWorkspace(context, workspaceId)
  const domains = await listDomainsByWorkspace(context.store.db, workspaceId)
  return isAdminKey(key) ? domains : domains.filter((domain) => keyCoversDomain(key, domain))
}

listDomainsOfWorkspace.errors = [
  ...requireCallerApiKey.errors,
  'ForbiddenException',
  ...requireWorkspace.errors,
] as const satisfies readonly ErrorName[]
