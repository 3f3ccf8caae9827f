import { AppError } from '../../errors.ts'
import type { ApiKey, ApiKeyScope } from '../../model/api-key.ts'
import type { Domain } from '../../model/domain.ts'
import { type Role, roles } from '../../model/workspace.ts'
import type { Caller, CallerSession } from '../context.ts'

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
  if (isAdministrator(caller)) return
  throw forbidden(session ? operatorsOnly : 'This operation needs an API key with scope admin.')
}

/** @throws AppError `InvalidApiKeyException` without one. */
export function requireCredential({
  apiKey,
  session,
}: Caller): { apiKey: ApiKey; session?: undefined } | { apiKey?: undefined; session: CallerSession } {
  if (apiKey) return { apiKey }
  if (session) return { session }
  throw new AppError(
    'InvalidApiKeyException',
    'This operation needs an API key, as x-api-key: <key> or Authorization: Bearer <key>.',
  )
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
  const needed = rolesWith(permission).toReversed().join(' or ')
  throw forbidden(
    needed === '' ? operatorsOnly : `Your role in this workspace is ${role}; this needs the role ${needed}.`,
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

const operatorsOnly = 'Only operators may do this.'

function forbidden(message: string) {
  return new AppError('ForbiddenException', message)
}

/** What an operation needs in the workspace of what it reads or changes. */
const permissions = [
  'read',
  'names:write',
  /** Without a signature of the holder or the domain's controller. */
  'names:revoke',
  /** All names of a domain with their records, its settings and its policy, as one file. */
  'names:export',
  /** Policy, branding and images. */
  'claim-page:write',
  'domains:write',
  'keys:write',
  'members:write',
  /** Everywhere. */
  'admin',
] as const

export type Permission = (typeof permissions)[number]

/** Any key reads. */
const permissionsOfScope: Readonly<Record<ApiKeyScope, readonly Permission[]>> = {
  'names:write': ['names:write'],
  'names:revoke': ['names:write', 'names:revoke'],
  'names:export': ['names:export'],
  'domains:write': ['claim-page:write', 'domains:write'],
  admin: permissions,
}

const editorPermissions = ['read', 'names:write', 'names:revoke', 'names:export', 'claim-page:write'] as const

export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  editor: editorPermissions,
  owner: [...editorPermissions, 'domains:write', 'keys:write', 'members:write'],
}

/** Roles that have it, from the one with the most rights. */
function rolesWith(permission: Permission): readonly Role[] {
  return roles.filter((role) => permissionsOfRole[role].includes(permission))
}

/** The role with the fewest rights that has it; absent: only operators have it. */
export function leastRoleWith(permission: Permission): Role | undefined {
  return rolesWith(permission).at(-1)
}

/** The narrowest scope that has it. */
export function scopeWith(permission: Permission): ApiKeyScope {
  const scopes = ['names:write', 'names:revoke', 'names:export', 'domains:write'] as const
  return scopes.find((scope) => permissionsOfScope[scope].includes(permission)) ?? 'admin'
}

/**
 * Whether the rules allow an origin (`https://app.example:8443`) or an EIP-4361 authority. A rule is exact or
 * `*.example.com`; `null` allows all.
 */
export function isOriginAllowed(origin: string, rules: readonly string[] | null): boolean {
  return rules === null || rules.some((entry) => matchesOriginRule(authorityOf(origin), origin, entry))
}

const originRule = /^(\*\.[a-z0-9.-]+|([a-z][a-z0-9+.-]*:\/\/)?([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)$/i

/** @throws AppError `BadRequestException` for a rule that can never match. */
export function assertOriginRule(entry: string): void {
  if (originRule.test(entry)) return
  throw new AppError(
    'BadRequestException',
    `"${entry}" is neither an origin, such as https://app.example.com, nor *.example.com.`,
  )
}

export const maxOriginRules = 100
export const maxOriginRuleLength = 255

/**
 * Normalizes origins: lower case, no default ports, no duplicates.
 *
 * @throws AppError `BadRequestException` for an empty list, which would allow no signature, and for invalid entries.
 */
export function parseOriginRules(entries: readonly string[]): readonly string[] {
  if (entries.length === 0 || entries.length > maxOriginRules)
    throw new AppError('BadRequestException', `Give 1 to ${maxOriginRules} allowed origins.`)
  return [...new Set(entries.map(parseOriginRule))]
}

function parseOriginRule(entry: string): string {
  if (entry.length > maxOriginRuleLength)
    throw new AppError(
      'BadRequestException',
      `An allowed origin has at most ${maxOriginRuleLength} characters.`,
    )
  assertOriginRule(entry)
  return /^https?:/i.test(entry) ? (URL.parse(entry)?.origin ?? entry.toLowerCase()) : entry.toLowerCase()
}

function matchesOriginRule(authority: string, origin: string, entry: string): boolean {
  if (entry.startsWith('*.')) return hostOf(authority).endsWith(entry.slice(1).toLowerCase())
  if (entry.includes('://') && origin.includes('://')) return entry.toLowerCase() === origin.toLowerCase()
  return authorityOf(entry) === authority
}

function authorityOf(origin: string): string {
  return origin.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
}

function hostOf(authority: string): string {
  return authority.replace(/:\d+$/, '')
}
