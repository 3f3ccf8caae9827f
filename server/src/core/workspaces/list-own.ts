import type { Role } from '../../model/member.ts'
import type { Workspace } from '../../model/workspace.ts'
import { findWorkspacesOfMember } from '../../store/entities/members.ts'
import { findWorkspace, pageOfWorkspaces } from '../../store/entities/workspaces.ts'
import { isAdministrator, requireCredential } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage, readPageOfAll } from '../cursor.ts'

export interface OwnWorkspace extends Workspace {
  /** Null: not by membership. */
  readonly role: Role | null
}

/** Those in which the caller may act, oldest first. */
export async function listOwnWorkspaces(
  context: CoreContext,
  { caller, ...request }: CursorRequest & { readonly caller: Caller },
): Promise<CursorPage<OwnWorkspace>> {
  const roles = caller.session?.roles
  const { items, next } = await readWorkspaces(context, caller, request)
  return { items: items.map((workspace) => ({ ...workspace, role: roles?.get(workspace.id) ?? null })), next }
}

async function readWorkspaces(
  context: CoreContext,
  caller: Caller,
  request: CursorRequest,
): Promise<CursorPage<Workspace>> {
  const { apiKey, session } = requireCredential(caller)
  const { db } = context.store
  if (isAdministrator(caller)) {
    const list = {
      list: ['workspaces'],
      positionOf: ({ id }: Workspace) => id,
      read: (after: string | undefined, limit: number) => pageOfWorkspaces(db, { after, limit }),
    }
    return readPage(context, list, request)
  }
  const address = session?.session.address
  const own = apiKey && (await findWorkspace(db, apiKey.workspaceId))
  const list = {
    list: ['own-workspaces'],
    positionOf: ({ createdAt, id }: Workspace) => [createdAt, id],
    all: address ? await findWorkspacesOfMember(db, address) : own ? [own] : [],
  }
  return readPageOfAll(context, list, request)
}
