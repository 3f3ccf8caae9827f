import type { ErrorName } from '../../errors.ts'
import type { Webhook } from '../../model/webhook.ts'
import { listWebhooks as listStoredWebhooks } from '../../store/entities/webhooks.ts'
import { assertPermissionInWorkspace, domainLimitOf, workspaceOf } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { coversDomains } from './assert-webhook-access.ts'

export interface ListWebhooks {
  readonly caller: Caller
  /** Absent: that of the key. */
  readonly workspaceId?: string | undefined
}

/** Those to which the key has access, oldest first. */
export async function listWebhooks(context: CoreContext, input: ListWebhooks): Promise<readonly Webhook[]> {
  const workspaceId = workspaceOf(input.caller, input.workspaceId)
  assertPermissionInWorkspace(input.caller, workspaceId, 'domains:write')
  const webhooks = await listStoredWebhooks(context.store.db, workspaceId)
  return webhooks.filter(({ domainIds }) => coversDomains(domainLimitOf(input.caller), domainIds))
}

listWebhooks.errors = [
  ...workspaceOf.errors,
  ...assertPermissionInWorkspace.errors,
] as const satisfies readonly ErrorName[]
