import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../store/api-keys.ts'
import type { Domain } from '../../store/domains.ts'
import type { ApiKeyScope } from '../../store/tables.ts'
import type { Caller } from '../caller.ts'

/**
 * Requires that the caller's API key may do `scope` on `domain`: an admin key, or a key of the domain's workspace with
 * that scope and no narrower list of domains. A domain is one name on one chain, so a key for it never acts on the
 * same name of another chain.
 *
 * @throws AppError `InvalidApiKeyException` without a key, `ForbiddenException` with one that may not.
 */
export function authorizeDomain(caller: Caller, domain: Domain, scope: ApiKeyScope): void {
  const key = requireKey(caller)
  if (key.scopes.includes('admin')) return
  if (key.workspaceId !== domain.workspaceId)
    throw new AppError('ForbiddenException', `This API key belongs to another workspace than ${domain.name}.`)
  if (key.domainIds !== null && !key.domainIds.includes(domain.id))
    throw new AppError(
      'ForbiddenException',
      `This API key is limited to other domains than ${domain.name} on chain ${domain.chainId}.`,
    )
  requireScope(key, scope)
}

/** Requires that the caller's API key has `scope` and belongs to the workspace, or is an admin key. */
export function authorizeWorkspace(caller: Caller, workspaceId: string, scope: ApiKeyScope): void {
  const key = requireKey(caller)
  if (key.scopes.includes('admin')) return
  if (key.workspaceId !== workspaceId)
    throw new AppError('ForbiddenException', 'This API key belongs to another workspace.')
  requireScope(key, scope)
}

function requireKey(caller: Caller): ApiKey {
  if (caller.apiKey) return caller.apiKey
  throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
}

function requireScope(key: ApiKey, scope: ApiKeyScope): void {
  if (!key.scopes.includes(scope))
    throw new AppError('ForbiddenException', `This API key lacks the scope ${scope}.`)
}
