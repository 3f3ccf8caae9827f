import type { ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { assertWorkspaceAccess } from '../auth/assert-domain-access.ts'
import { authenticateApiKey } from '../auth/authenticate-key.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { changeDomain } from './change.ts'
import { type DomainRef, requireDomainWriteAccess } from './require-domain-write-access.ts'

export interface MoveDomain extends DomainRef {
  /** Id of the new workspace. */
  readonly workspaceId: string
  /** A key of that workspace, as its consent; absent: the caller's own key must be valid there. */
  readonly workspaceKey?: string | undefined
}

/**
 * Moves a domain with its subnames to another workspace. Both workspaces must agree: by a key of each with `domains:write`, or
 * by an admin key. Keys of the old workspace lose all access to the domain.
 */
export async function moveDomain(
  context: CoreContext,
  { workspaceId, workspaceKey, ...domainRef }: MoveDomain,
): Promise<Domain> {
  const domain = await requireDomainWriteAccess(context, domainRef)
  const receiver =
    workspaceKey === undefined
      ? domainRef.caller
      : { apiKey: await authenticateApiKey(context, workspaceKey, domainRef.caller.origin) }
  assertWorkspaceAccess(receiver, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  return changeDomain(context, domain, { workspaceId })
}

moveDomain.errors = [
  ...requireDomainWriteAccess.errors,
  ...authenticateApiKey.errors,
  ...assertWorkspaceAccess.errors,
  ...requireWorkspace.errors,
  ...changeDomain.errors,
] as const satisfies readonly ErrorName[]
