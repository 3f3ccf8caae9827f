import type { Session } from '../../model/session.ts'
import { findWorkspacesOfMember } from '../../store/entities/members.ts'
import type { CallerSession } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { OwnWorkspace } from '../workspaces/list-own.ts'

export interface SessionDescription {
  readonly session: Session
  readonly isOperator: boolean
  /** Of which the address is a member; an operator acts in all. */
  readonly workspaces: readonly OwnWorkspace[]
  /** `with-domain`: of a domain that the address controls on chain. */
  readonly mayOpenWorkspaces: 'yes' | 'with-domain' | 'no'
}

export async function describeSession(
  context: CoreContext,
  caller: CallerSession,
): Promise<SessionDescription> {
  const { session, isOperator, roles } = caller
  const joined = session.address ? await findWorkspacesOfMember(context.store.db, session.address) : []
  const workspaces = joined.map((workspace) => ({ ...workspace, role: roles.get(workspace.id) ?? null }))
  const isOpen = context.rules.workspaceCreation === 'domain-controllers'
  return {
    session,
    isOperator,
    workspaces,
    mayOpenWorkspaces: isOperator ? 'yes' : isOpen ? 'with-domain' : 'no',
  }
}
