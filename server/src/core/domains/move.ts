import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { authenticateKey } from '../credentials/authenticate-key.ts'
import { authorizeWorkspace } from '../credentials/authorize-domain.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { changeDomain } from './change.ts'
import { type OwnDomain, requireOwnDomain } from './require-own-domain.ts'

export interface MoveDomain extends OwnDomain {
  /** Where the domain goes. */
  readonly workspaceId: string
  /** A key of that workspace, which says that it takes the domain; absent: the caller's own key has to be good there. */
  readonly workspaceKey?: string | undefined
}

/**
 * Moves a domain with its subnames to another workspace. Both workspaces have to agree: by a key of each with
 * `domains:write`, or by an admin key. Keys of the old workspace can do nothing with the domain afterwards.
 *
 * @throws AppError those of `requireOwnDomain` and `authenticateKey`, `WorkspaceNotFoundException`.
 */
export async function moveDomain(
  context: CoreContext,
  { workspaceId, workspaceKey, ...own }: MoveDomain,
): Promise<Domain> {
  const domain = await requireOwnDomain(context, own)
  const receiver =
    workspaceKey === undefined
      ? own.caller
      : { apiKey: await authenticateKey(context, workspaceKey, own.caller.origin) }
  authorizeWorkspace(receiver, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  return changeDomain(context, domain, { workspaceId })
}
