import type { Webhook } from '../../model/webhook.ts'
import { listWebhooks as listStoredWebhooks } from '../../store/entities/webhooks.ts'
import { assertPermissionInWorkspace, domainLimitOf, workspaceOf } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../cursor.ts'
import { coversDomains } from './assert-webhook-access.ts'

export interface ListWebhooks extends CursorRequest {
  readonly caller: Caller
  /** Absent: that of the key. */
  readonly workspaceId?: string | undefined
}

/** Those to which the key has access, oldest first. */
export async function listWebhooks(context: CoreContext, input: ListWebhooks): Promise<CursorPage<Webhook>> {
  const workspaceId = workspaceOf(input.caller, input.workspaceId)
  assertPermissionInWorkspace(input.caller, workspaceId, 'domains:write')
  const webhooks = await listStoredWebhooks(context.store.db, workspaceId)
  const limitOfKey = domainLimitOf(input.caller)
  const list = {
    list: ['webhooks', workspaceId],
    positionOf: ({ key }: Webhook) => key,
    all: webhooks.filter(({ domainIds }) => coversDomains(limitOfKey, domainIds)),
  }
  return readPageOfAll(context, list, input)
}
