import type { ErrorName } from '../../errors.ts'
import type { Role } from '../../model/member.ts'
import type { Workspace } from '../../model/workspace.ts'
import { findWorkspacesOfMember } from '../../store/entities/members.ts'
import { findWorkspace, pageOfWorkspaces, type WorkspacePosition } from '../../store/entities/workspaces.ts'
import { isAdministrator, requireCredential } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'

export interface OwnWorkspace extends Workspace {
  /** Null: not by membership. */
  readonly role: Role | null
}

export interface OwnWorkspaces {
  readonly workspaces: readonly OwnWorkspace[]
  /** `after` of the next page; null: this is the last one. */
  readonly next: string | null
}

/** Those in which the caller may act, in the order of their creation. Only an administrator's have pages. */
export async function listOwnWorkspaces(
  context: CoreContext,
  { caller, ...position }: WorkspacePosition & { readonly caller: Caller },
): Promise<OwnWorkspaces> {
  const roles = caller.session?.roles
  const found = await readWorkspaces(context, caller, position)
  const workspaces = found.map((workspace) => ({ ...workspace, role: roles?.get(workspace.id) ?? null }))
  const isLast = !isAdministrator(caller) || found.length < position.limit
  return { workspaces, next: isLast ? null : (found.at(-1)?.id ?? null) }
}

async function readWorkspaces(
  { store }: CoreContext,
  caller: Caller,
  position: WorkspacePosition,
): Promise<readonly Workspace[]> {
  const { apiKey, session } = requireCredential(caller)
  if (isAdministrator(caller)) return pageOfWorkspaces(store.db, position)
  if (session?.session.address) return findWorkspacesOfMember(store.db, session.session.address)
  const own = apiKey && (await findWorkspace(store.db, apiKey.workspaceId))
  return own ? [own] : []
}

listOwnWorkspaces.errors = requireCredential.errors satisfies readonly ErrorName[]
