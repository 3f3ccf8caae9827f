import { AppError } from '../../errors.ts'
import type { EventType } from '../../model/event.ts'
import type { Webhook } from '../../model/webhook.ts'
import { appendEvents, readEventBounds, sequenceEvents } from '../../store/entities/event-log.ts'
import { findWebhook, insertWebhook } from '../../store/entities/webhooks.ts'
import { newMessageIdKey } from '../../webhook/message.ts'
import { newWebhookSecret } from '../../webhook/signature.ts'
import { workspaceOf } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertOwnedDomains } from '../domains/assert-owned-domains.ts'
import { webhookEvent } from '../events/entity-events.ts'
import { newId } from '../new-id.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { assertWebhookAccess } from './assert-webhook-access.ts'
import { assertWebhookUrl } from './assert-webhook-url.ts'
import { webhookNotFoundError } from './require-webhook.ts'

export interface CreateWebhook {
  readonly caller: Caller
  /** Absent: that of the key. */
  readonly workspaceId?: string | undefined
  readonly url: string
  readonly description?: string | undefined
  /** Absent: all. */
  readonly eventTypes?: readonly EventType[] | undefined
  /** Absent: all of the workspace. */
  readonly domainIds?: readonly string[] | undefined
}

const maxWebhooks = 20

/** The secret is in the result. Events from now on are delivered. */
export async function createWebhook(context: CoreContext, input: CreateWebhook): Promise<Webhook> {
  const { caller, url, description = '', eventTypes = null, domainIds = null } = input
  const workspaceId = workspaceOf(caller, input.workspaceId)
  assertWebhookAccess(caller, { workspaceId, domainIds })
  await requireWorkspace(context, workspaceId)
  await assertOwnedDomains(context, workspaceId, domainIds ?? [])
  assertWebhookUrl(context, url)
  const { store, clock } = context
  await sequenceEvents(store)
  const { newest } = await readEventBounds(store.db)
  const now = clock()
  const webhook = {
    ...{ id: newId(), workspaceId, url, description, eventTypes, domainIds, startSequence: newest },
    ...{ secret: newWebhookSecret(), previousSecret: null, previousSecretExpiresAt: null },
    messageIdKey: newMessageIdKey(),
    ...{ isEnabled: true, disabledReason: null, dueAt: null, leaseOwner: null, leaseUntil: 0 },
    ...{ pending: 0, failures: 0, openAttempts: 0, lastDeliveredAt: null },
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  }
  return store.transaction(async (tx) => {
    if (!(await insertWebhook(tx, webhook, maxWebhooks)))
      throw new AppError('LimitReachedException', `A workspace has at most ${maxWebhooks} webhooks.`)
    const after = await findWebhook(tx, webhook.id)
    if (!after) throw webhookNotFoundError(webhook.id)
    await appendEvents(tx, webhookEvent(context, { type: 'webhook.created', after }))
    return after
  })
}
