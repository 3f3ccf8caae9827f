import { AppError, type ErrorName } from '../../errors.ts'
import type { ApiKey, ApiKeyScope } from '../../model/api-key.ts'
import type { Domain } from '../../model/domain.ts'
import type { Caller } from '../caller.ts'

/** Asserts an admin key, or a workspace key with `scope` that covers the domain. Reads need no `scope`. */
export function assertDomainAccess(caller: Caller, domain: Domain, scope?: ApiKeyScope): void {
  const key = requireCallerApiKey(caller)
  if (isAdminKey(key)) return
  if (key.workspaceId !== domain.workspaceId)
    throw new AppError('ForbiddenException', `This API key belongs to another workspace than ${domain.name}.`)
  if (!keyCoversDomain(key, domain))
    throw new AppError(
      'ForbiddenException',
      `This API key is limited to other domains than ${domain.name} on chain ${domain.chainId}.`,
    )
  if (scope) assertScope(key, scope)
}

/** Applies `assertDomainAccess` without a scope; false without a key. */
export function canReadDomain({ apiKey }: Caller, domain: Domain): boolean {
  return (
    apiKey !== undefined &&
    (isAdminKey(apiKey) || (apiKey.workspaceId === domain.workspaceId && keyCoversDomain(apiKey, domain)))
  )
}

/** Asserts an admin key, or a workspace key with `scope` that is not limited to some domains. */
export function assertWorkspaceAccess(caller: Caller, workspaceId: string, scope: ApiKeyScope): void {
  assertScopeInWorkspace(caller, workspaceId, scope)
  const key = requireCallerApiKey(caller)
  if (!isAdminKey(key) && key.domainIds !== null)
    throw new AppError('ForbiddenException', 'This API key is limited to certain domains of its workspace.')
}

/** Asserts an admin key, or a workspace key with `scope`, which may be limited to some domains. */
export function assertScopeInWorkspace(caller: Caller, workspaceId: string, scope: ApiKeyScope): void {
  const key = requireCallerApiKey(caller)
  if (isAdminKey(key)) return
  if (key.workspaceId !== workspaceId)
    throw new AppError('ForbiddenException', 'This API key belongs to another workspace.')
  assertScope(key, scope)
}

/** @throws AppError `InvalidApiKeyException` without a key. */
export function requireCallerApiKey(caller: Caller): ApiKey {
  if (caller.apiKey) return caller.apiKey
  throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
}

export function isAdminKey(key: ApiKey): boolean {
  return key.scopes.includes('admin')
}

export function keyCoversDomain(key: ApiKey, domain: Domain): boolean {
  return key.domainIds === null || key.domainIds.includes(domain.id)
}

function assertScope(key: ApiKey, scope: ApiKeyScope): void {
  if (!key.scopes.includes(scope))
    throw new AppError('ForbiddenException', `This API key lacks the scope ${scope}.`)
}

requireCallerApiKey.errors = ['InvalidApiKeyException'] as const satisfies readonly ErrorName[]

assertDomainAccess.errors = [
  ...requireCallerApiKey.errors,
  'ForbiddenException',
] as const satisfies readonly ErrorName[]

assertScopeInWorkspace.errors = [
  ...requireCallerApiKey.errors,
  'ForbiddenException',
] as const satisfies readonly ErrorName[]

assertWorkspaceAccess.errors = assertScopeInWorkspace.errors
