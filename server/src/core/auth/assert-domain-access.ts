import { AppError, type ErrorName } from '../../errors.ts'
import type { ApiKey, ApiKeyScope } from '../../model/api-key.ts'
import type { Domain } from '../../model/domain.ts'
import type { Caller } from '../caller.ts'

/**
 * Asserts that the caller's API key has `scope` on `domain`: an admin key, or a key of the domain's workspace with that scope
 * and not limited to other domains. A domain is one name on one chain, so a key for it has no rights on the same name of
 * another chain. Without `scope`, for reading, any such key is enough.
 */
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

/**
 * Whether the caller has a key that may read `domain`, as `assertDomainAccess` without a scope; for callers without a key too.
 */
export function canReadDomain({ apiKey }: Caller, domain: Domain): boolean {
  return (
    apiKey !== undefined &&
    (isAdminKey(apiKey) || (apiKey.workspaceId === domain.workspaceId && keyCoversDomain(apiKey, domain)))
  )
}

/**
 * Asserts that the caller's API key has `scope` in the whole workspace, without a limit to some domains, or is an admin key.
 */
export function assertWorkspaceAccess(caller: Caller, workspaceId: string, scope: ApiKeyScope): void {
  const key = requireCallerApiKey(caller)
  if (isAdminKey(key)) return
  if (key.workspaceId !== workspaceId)
    throw new AppError('ForbiddenException', 'This API key belongs to another workspace.')
  if (key.domainIds !== null)
    throw new AppError('ForbiddenException', 'This API key is limited to certain domains of its workspace.')
  assertScope(key, scope)
}

/**
 * The caller's API key.
 *
 * @throws AppError `InvalidApiKeyException`.
 */
export function requireCallerApiKey(caller: Caller): ApiKey {
  if (caller.apiKey) return caller.apiKey
  throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
}

export function isAdminKey(key: ApiKey): boolean {
  return key.scopes.includes('admin')
}

/** Whether the domain is among those of a limited key, or the key has no limit. */
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

assertWorkspaceAccess.errors = [
  ...requireCallerApiKey.errors,
  'ForbiddenException',
] as const satisfies readonly ErrorName[]
