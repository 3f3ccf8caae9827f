import { AppError } from '../../errors.ts'
import type { Webhook } from '../../model/webhook.ts'
import { assertPermissionInWorkspace, domainLimitOf } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'

/**
 * Asserts an admin key, or a key of the workspace with scope `domains:write`. A key that is limited to some domains has
 * access to webhooks of these only, else it could read events of others.
 */
export function assertWebhookAccess(
  caller: Caller,
  { workspaceId, domainIds }: Pick<Webhook, 'workspaceId' | 'domainIds'>,
): void {
  assertPermissionInWorkspace(caller, workspaceId, 'domains:write')
  if (!coversDomains(domainLimitOf(caller), domainIds))
    throw new AppError(
      'ForbiddenException',
      'This API key is limited to certain domains. It has access to webhooks that are limited to these or to some of them.',
    )
}

/** Null: all domains. */
export function coversDomains(
  covering: readonly string[] | null,
  covered: readonly string[] | null,
): boolean {
  if (covering === null) return true
  return covered?.every((id) => covering.includes(id)) ?? false
}
