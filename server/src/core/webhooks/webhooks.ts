import { AppError } from '../../errors.ts'
import type { EventType } from '../../model/event.ts'
import type { Webhook } from '../../model/webhook.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { appendEvents, readEventBounds, sequenceEvents } from '../../store/entities/events.ts'
import { makeDeliveriesDue } from '../../store/entities/webhook-deliveries.ts'
import {
  findWebhook,
  insertWebhook,
  selectWebhooks,
  type WebhookChanges,
  writeWebhook,
} from '../../store/entities/webhooks.ts'
import { newMessageIdKey, newWebhookSecret } from '../../webhook/message.ts'
import { assertPermissionInWorkspace, domainLimitOf, workspaceOf } from '../auth/access.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { assertOwnedDomains } from '../domains/rules.ts'
import { webhookEvent } from '../events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../page.ts'
import { requireWorkspace } from '../require-workspace.ts'

interface CreateWebhook {
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
    ...{ pending: 0, failures: 0, openAttempts: 0, lastDeliveredAt: null, replayKey: null },
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  }
  return store.inTurn(workspaceId).transaction(async (tx) => {
    if (!(await insertWebhook(tx, webhook, maxWebhooks)))
      throw new AppError('LimitReachedException', `A workspace has at most ${maxWebhooks} webhooks.`)
    const after = await findWebhook(tx, webhook.id)
    if (!after) throw webhookNotFoundError(webhook.id)
    await appendEvents(tx, webhookEvent(context, { type: 'webhook.created', after }))
    return after
  })
}

interface ListWebhooks extends CursorRequest {
  readonly caller: Caller
  /** Absent: that of the key. */
  readonly workspaceId?: string | undefined
}

/** Those to which the key has access, oldest first. */
export async function listWebhooks(context: CoreContext, input: ListWebhooks): Promise<CursorPage<Webhook>> {
  const workspaceId = workspaceOf(input.caller, input.workspaceId)
  assertPermissionInWorkspace(input.caller, workspaceId, 'domains:write')
  const webhooks = await selectWebhooks(context.store.db, workspaceId)
  const limitOfKey = domainLimitOf(input.caller)
  const list = {
    list: ['webhooks', workspaceId],
    positionOf: ({ key }: Webhook) => key,
    all: webhooks.filter(({ domainIds }) => coversDomains(limitOfKey, domainIds)),
  }
  return readPageOfAll(context, list, input)
}

/** Absent fields are unchanged. */
interface UpdateWebhook extends WebhookRef {
  readonly url?: string | undefined
  readonly description?: string | undefined
  /** `null`: all. */
  readonly eventTypes?: readonly EventType[] | null | undefined
  readonly domainIds?: readonly string[] | null | undefined
  readonly isEnabled?: boolean | undefined
}

/**
 * Enabled again, it gets the deliveries that were pending, then events from now on. A new URL, or `isEnabled`, closes
 * its circuit breaker and repeats failed deliveries at once.
 */
export async function updateWebhook(context: CoreContext, input: UpdateWebhook): Promise<Webhook> {
  const { caller, url, description, eventTypes, domainIds, isEnabled } = input
  const { workspaceId } = await requireWebhook(context, input)
  if (domainIds !== undefined) assertWebhookAccess(caller, { workspaceId, domainIds })
  await assertOwnedDomains(context, workspaceId, domainIds ?? [])
  if (url !== undefined) assertWebhookUrl(context, url)
  const { store, clock } = context
  await sequenceEvents(store)
  const { newest } = await readEventBounds(store.db)
  const now = clock()
  return store.inTurn(input.id).transaction(async (tx) => {
    const before = await writeWebhook(tx, input.id, { updatedAt: now })
    if (!before) throw webhookNotFoundError(input.id)
    assertWebhookAccess(caller, before)
    const isReset = url !== undefined || isEnabled === true
    const changes: WebhookChanges = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes }),
      ...(domainIds !== undefined && { domainIds }),
      ...(isReset && { failures: 0, openAttempts: 0, dueAt: before.pending > 0 ? now : null }),
      ...(isEnabled === true && !before.isEnabled && { startSequence: newest }),
      ...(isEnabled === true && { isEnabled, disabledReason: null }),
      ...(isEnabled === false && {
        isEnabled,
        disabledReason: before.disabledReason ?? ('request' as const),
      }),
    }
    if (isReset) await makeDeliveriesDue(tx, before.key, now)
    const after = (await writeWebhook(tx, input.id, { ...changes, updatedAt: now })) ?? before
    const type = before.isEnabled && !after.isEnabled ? 'webhook.disabled' : 'webhook.changed'
    if (hasChanged(before, after)) await appendEvents(tx, webhookEvent(context, { type, before, after }))
    return after
  })
}

const settings = ['url', 'description', 'eventTypes', 'domainIds', 'isEnabled'] as const

function hasChanged(before: Webhook, after: Webhook): boolean {
  return settings.some((field) => String(before[field]) !== String(after[field]))
}

/** Pending deliveries are not made. */
export async function deleteWebhook(context: CoreContext, ref: WebhookRef): Promise<Webhook> {
  await requireWebhook(context, ref)
  const now = context.clock()
  return context.store.inTurn(ref.id).transaction(async (tx) => {
    const deleted = await writeWebhook(tx, ref.id, { deletedAt: now, updatedAt: now, isEnabled: false })
    if (!deleted) throw webhookNotFoundError(ref.id)
    await appendEvents(tx, webhookEvent(context, { type: 'webhook.deleted', before: deleted }))
    return deleted
  })
}

interface RotateWebhookSecret extends WebhookRef {
  /** 0: the old secret ends immediately. */
  readonly overlapMs: number
}

/** The new secret is in the result. Until the overlap ends, deliveries have a signature of each. */
export async function rotateWebhookSecret(
  context: CoreContext,
  input: RotateWebhookSecret,
): Promise<Webhook> {
  const { id, secret } = await requireWebhook(context, input)
  const now = context.clock()
  const isKept = input.overlapMs > 0
  return context.store.inTurn(id).transaction(async (tx) => {
    const after = await writeWebhook(tx, id, {
      secret: newWebhookSecret(),
      previousSecret: isKept ? secret : null,
      previousSecretExpiresAt: isKept ? now + input.overlapMs : null,
      updatedAt: now,
    })
    if (!after) throw webhookNotFoundError(id)
    await appendEvents(tx, webhookEvent(context, { type: 'webhook.rotated', before: after, after }))
    return after
  })
}

/**
 * Asserts an admin key, or a key of the workspace with scope `domains:write`. A key that is limited to some domains has
 * access to webhooks of these only, else it could read events of others.
 */
function assertWebhookAccess(
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
function coversDomains(covering: readonly string[] | null, covered: readonly string[] | null): boolean {
  if (covering === null) return true
  return covered?.every((id) => covering.includes(id)) ?? false
}

/** Asserts https, no credentials, and no address that is not public. Each delivery checks the host's addresses. */
function assertWebhookUrl({ webhookClient }: CoreContext, url: string): void {
  try {
    webhookClient.assertUrl(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new AppError('BadRequestException', `url: the receiver ${error.message}.`)
  }
}

export interface WebhookRef {
  readonly caller: Caller
  readonly id: string
}

export async function requireWebhook(context: CoreContext, { caller, id }: WebhookRef): Promise<Webhook> {
  const webhook = await findWebhook(context.store.db, id)
  if (!webhook) throw webhookNotFoundError(id)
  assertWebhookAccess(caller, webhook)
  return webhook
}

function webhookNotFoundError(id: string): AppError {
  return new AppError('WebhookNotFoundException', `There is no webhook ${id}.`)
}
