import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import type { Domain } from '../../model/domain.ts'
import type { Caller, CallerSession } from '../caller.ts'
import {
  type Permission,
  permissionsOfRole,
  permissionsOfScope,
  rolesWith,
  scopeWith,
} from './permissions.ts'

/** Asserts an administrator, or `permission` in the workspace of the domain; a key must cover the domain. */
export function assertDomainAccess(caller: Caller, domain: Domain, permission: Permission = 'read'): void {
  const { apiKey, session } = requireCredential(caller)
  if (isAdministrator(caller)) return
  if (session) assertRole(session, domain.workspaceId, permission)
  else assertKeyOfDomain(apiKey, domain, permission)
}

function assertKeyOfDomain(key: ApiKey, domain: Domain, permission: Permission): void {
  if (key.workspaceId !== domain.workspaceId)
    throw forbidden(`This API key belongs to another workspace than ${domain.name}.`)
  if (!keyCoversDomain(key, domain))
    throw forbidden(
      `This API key is limited to other domains than ${domain.name} on chain ${domain.chainId}.`,
    )
  assertScope(key, permission)
}

/** Whether `assertDomainAccess` lets the caller read. */
export function canReadDomain(caller: Caller, domain: Domain): boolean {
  const { apiKey, session } = caller
  if (isAdministrator(caller)) return true
  if (session) return session.roles.has(domain.workspaceId)
  return apiKey !== undefined && apiKey.workspaceId === domain.workspaceId && keyCoversDomain(apiKey, domain)
}

/** Asserts an administrator, or `permission` in the workspace by a credential that is not limited to some domains. */
export function assertWorkspaceAccess(caller: Caller, workspaceId: string, permission: Permission): void {
  assertPermissionInWorkspace(caller, workspaceId, permission)
  if (domainLimitOf(caller) !== null)
    throw forbidden('This API key is limited to certain domains of its workspace.')
}

/** Asserts an administrator, or `permission` in the workspace by a credential that may be limited to some domains. */
export function assertPermissionInWorkspace(
  caller: Caller,
  workspaceId: string,
  permission: Permission,
): void {
  const { apiKey, session } = requireCredential(caller)
  if (isAdministrator(caller)) return
  if (session) assertRole(session, workspaceId, permission)
  else assertKeyOfWorkspace(apiKey, workspaceId, permission)
}

function assertKeyOfWorkspace(key: ApiKey, workspaceId: string, permission: Permission): void {
  if (key.workspaceId !== workspaceId) throw forbidden('This API key belongs to another workspace.')
  assertScope(key, permission)
}

export function assertAdministrator(caller: Caller): void {
  const { session } = requireCredential(caller)
  if (!isAdministrator(caller))
    throw forbidden(
      session ? 'Only operators may do this.' : 'This operation needs an API key with scope admin.',
    )
}

/** @throws AppError `InvalidApiKeyException` without one. */
export function requireCredential({
  apiKey,
  session,
}: Caller): { apiKey: ApiKey; session?: undefined } | { apiKey?: undefined; session: CallerSession } {
  if (apiKey) return { apiKey }
  if (session) return { session }
  throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
}

/** An admin key, or the session of an operator. */
export function isAdministrator({ apiKey, session }: Caller): boolean {
  return apiKey ? apiKey.scopes.includes('admin') : session?.isOperator === true
}

/** Whether a domain's workspace gives the caller a right that does not depend on a signature. */
export function hasPermission(caller: Caller, workspaceId: string, permission: Permission): boolean {
  const { apiKey, session } = caller
  if (isAdministrator(caller)) return true
  if (session) return permissionsOfSession(session, workspaceId).includes(permission)
  return apiKey?.workspaceId === workspaceId && hasScope(apiKey, permission)
}

/** The requested workspace, else that of the key, or the only one of the session's address. */
export function workspaceOf(caller: Caller, requested: string | undefined): string {
  if (requested !== undefined) return requested
  const { apiKey, session } = requireCredential(caller)
  if (apiKey) return apiKey.workspaceId
  const [only, ...others] = session.roles.keys()
  if (only !== undefined && others.length === 0) return only
  throw new AppError('BadRequestException', 'A request of a session must name the workspaceId.')
}

/** Ids of the domains to which a key is limited; null: none. */
export function domainLimitOf(caller: Caller): readonly string[] | null {
  return isAdministrator(caller) ? null : (caller.apiKey?.domainIds ?? null)
}

function keyCoversDomain(key: ApiKey, domain: Domain): boolean {
  return key.domainIds === null || key.domainIds.includes(domain.id)
}

function assertRole(session: CallerSession, workspaceId: string, permission: Permission): void {
  if (permissionsOfSession(session, workspaceId).includes(permission)) return
  const role = session.roles.get(workspaceId)
  if (!role) throw forbidden('You are not a member of this workspace.')
  const needed = rolesWith(permission)
  throw forbidden(
    needed.length === 0
      ? 'Only operators may do this.'
      : `Your role in this workspace is ${role}; this needs the role ${needed.toReversed().join(' or ')}.`,
  )
}

function permissionsOfSession({ roles }: CallerSession, workspaceId: string): readonly Permission[] {
  const role = roles.get(workspaceId)
  return role ? permissionsOfRole[role] : []
}

function assertScope(key: ApiKey, permission: Permission): void {
  if (!hasScope(key, permission)) throw forbidden(`This API key lacks the scope ${scopeWith(permission)}.`)
}

function hasScope({ scopes }: ApiKey, permission: Permission): boolean {
  return permission === 'read' || scopes.some((scope) => permissionsOfScope[scope].includes(permission))
}

function forbidden(message: string) {
  return new AppError('ForbiddenException', message)
}
