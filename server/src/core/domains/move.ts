import type { Domain } from '../../model/domain.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import { authenticateApiKey } from '../auth/authenticate-key.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { changeDomain } from './change.ts'
import { type DomainRef, requireDomainWriteAccess } from './require-domain-write-access.ts'

export interface MoveDomain extends DomainRef {
  readonly workspaceId: string
  /** Consent of that workspace; absent: the caller's key must be valid there. */
  readonly workspaceKey?: string | undefined
}

/** Needs a `domains:write` key of both workspaces, or an admin key. */
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
  return changeDomain(context, domain, { workspaceId }, 'domain.moved')
}
