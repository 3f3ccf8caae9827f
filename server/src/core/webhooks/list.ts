import type { ErrorName } from '../../errors.ts'
import type { Webhook } from '../../model/webhook.ts'
import { listWebhooks as listStoredWebhooks } from '../../store/entities/webhooks.ts'
import { assertScopeInWorkspace, requireCallerApiKey } from '../auth/assert-domain-access.ts'
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
  const key = requireCallerApiKey(input.caller)
  const { workspaceId = key.workspaceId } = input
  assertScopeInWorkspace(input.caller, workspaceId, 'domains:write')
  const webhooks = await listStoredWebhooks(context.store.db, workspaceId)
  return webhooks.filter(({ domainIds }) => coversDomains(key.domainIds, domainIds))
}

listWebhooks.errors = assertScopeInWorkspace.errors satisfies readonly ErrorName[]
