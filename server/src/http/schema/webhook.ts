import { z } from 'zod'
import type { DescribedDelivery } from '../../core/webhooks/deliveries.ts'
import type { ReplayOfTime } from '../../core/webhooks/replay.ts'
import { eventTypes } from '../../model/event.ts'
import type { Webhook } from '../../model/webhook.ts'
import { exampleCursor, listResponse } from './pages.ts'
import { plainResponse, responseOf, toIsoTime, wireId } from './primitives.ts'

const time = z.iso.datetime().nullable()

const wireWebhook = z
  .object({
    id: wireId('Id of the webhook.'),
    workspaceId: wireId('The workspace whose events it gets.'),
    url: z
      .string()
      .meta({ description: 'Where events are sent.', example: 'https://hooks.example.com/byname' }),
    description: z.string().meta({ description: 'A display text.', example: 'Copies names to the shop.' }),
    types: z
      .array(z.enum(eventTypes))
      .nullable()
      .meta({ description: 'Types of its events; null: all.', example: ['subname.issued'] }),
    domains: z.array(z.string()).nullable().meta({
      description: 'Ids (`ensId`) of its domains; null: all of the workspace, and events without a domain.',
      example: null,
    }),
    isEnabled: z.boolean().meta({ description: 'Whether events are sent.', example: true }),
    disabledReason: z
      .enum(['request', 'gone', 'failed', 'backlog'])
      .nullable()
      .meta({
        description:
          'Why it is disabled: on request, after status 410, after the last attempt of the schedule failed, or because more ' +
          'than 1,000,000 deliveries were pending.',
        example: null,
      }),
    isFailing: z.boolean().meta({
      description: 'Deliveries fail: one at a time is attempted, until one succeeds.',
      example: false,
    }),
    pending: z.number().int().meta({ description: 'Deliveries that are still to be made.', example: 0 }),
    nextAttemptAt: time.meta({
      description: 'When the next delivery is due; null without one.',
      example: null,
    }),
    lastDeliveredAt: time.meta({ description: 'When the last one succeeded; null: never.', example: null }),
    previousSecretExpiresAt: time.meta({
      description: 'Until when deliveries are also signed with the previous secret; null without one.',
      example: null,
    }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was created.', example: '2030-01-01T00:00:00.000Z' }),
    updatedAt: z.iso
      .datetime()
      .meta({ description: 'When it was last changed.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'Webhook', description: 'A receiver of events, without its secret.' })

const wireNewWebhook = wireWebhook
  .extend({
    secret: z.string().meta({
      description: 'Key of the signatures, `whsec_` and base64: returned only in this response.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook and its new secret.' })

function serializeWebhook(webhook: Webhook): z.output<typeof wireWebhook> {
  const { previousSecretExpiresAt } = webhook
  return {
    id: webhook.id,
    workspaceId: webhook.workspaceId,
    url: webhook.url,
    description: webhook.description,
    types: webhook.eventTypes && [...webhook.eventTypes],
    domains: webhook.domainIds && [...webhook.domainIds],
    isEnabled: webhook.isEnabled,
    disabledReason: webhook.disabledReason,
    isFailing: webhook.openAttempts > 0,
    pending: webhook.pending,
    nextAttemptAt: toIsoTime(webhook.isEnabled ? webhook.dueAt : null),
    lastDeliveredAt: toIsoTime(webhook.lastDeliveredAt),
    previousSecretExpiresAt: toIsoTime(previousSecretExpiresAt),
    createdAt: toIsoTime(webhook.createdAt),
    updatedAt: toIsoTime(webhook.updatedAt),
  }
}

const wireAttempt = z
  .object({
    time: z.iso.datetime().meta({ description: 'When it began.', example: '2030-01-01T00:00:00.000Z' }),
    latencyMs: z.number().int().meta({ description: 'Milliseconds until its end.', example: 84 }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Status of the response; null without one.', example: 200 }),
    error: z.string().nullable().meta({ description: 'Why it failed; null if it did not.', example: null }),
    response: z.string().meta({ description: 'The first 512 bytes of the response.', example: 'ok' }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One request to a receiver.' })

const wireDelivery = z
  .object({
    id: z.string().meta({ description: 'Id of the delivery, opaque.', example: exampleCursor }),
    webhookId: wireId('The webhook.'),
    cursor: z
      .string()
      .nullable()
      .meta({ description: '`cursor` of the event; null for a test.', example: exampleCursor }),
    type: z
      .string()
      .nullable()
      .meta({ description: 'Type of the event; null when it was deleted.', example: 'subname.issued' }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the event; null without one.', example: 'alice.demo.eth' }),
    state: z.enum(['waiting', 'due', 'delivered', 'failed']).meta({
      description:
        '`waiting`: for an earlier event of the name. `due`: at `nextAttemptAt`. `failed`: given up.',
      example: 'delivered',
    }),
    nextAttemptAt: time.meta({ description: 'When it is due; null unless `due`.', example: null }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was queued.', example: '2030-01-01T00:00:00.000Z' }),
    finishedAt: time.meta({ description: 'When it was delivered or given up.', example: null }),
    attempts: z.array(wireAttempt).meta({ description: 'Its requests, the first one first.' }),
    request: z
      .object({
        url: z.string().meta({ description: 'As it is now.', example: 'https://hooks.example.com/byname' }),
        id: z.string().meta({
          description: 'Header `webhook-id`: the same for each attempt and replay.',
          example: 'evt_q3nWcGxQZ0lRbW9kZWxzLW',
        }),
        body: z.string().meta({
          description: 'The body.',
          example: '{"type":"subname.issued","timestamp":"2030-01-01T00:00:00.000Z","data":{"chainId":1}}',
        }),
      })
      .nullable()
      .meta({ description: 'What is sent; null when the event was deleted.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event for a webhook.' })

function serializeDelivery({
  id,
  webhook,
  delivery,
  cursor,
  event,
  message,
}: DescribedDelivery): z.output<typeof wireDelivery> {
  return {
    id,
    webhookId: webhook.id,
    cursor,
    type: delivery.sequence === null ? 'webhook.test' : (event?.type ?? null),
    name: event?.name ?? null,
    state: delivery.state,
    nextAttemptAt: toIsoTime(delivery.dueAt),
    createdAt: toIsoTime(delivery.createdAt),
    finishedAt: toIsoTime(delivery.finishedAt),
    attempts: delivery.attempts.map(({ time, ...attempt }) => ({
      time: toIsoTime(time),
      ...attempt,
    })),
    request: message ? { url: webhook.url, ...message } : null,
  }
}

export const webhookResponse = responseOf(wireWebhook, serializeWebhook)

export const newWebhookResponse = responseOf(wireNewWebhook, (webhook: Webhook) => ({
  ...serializeWebhook(webhook),
  secret: webhook.secret,
}))

export const webhookListResponse = listResponse(webhookResponse, 'The oldest first.')

export const deliveryResponse = responseOf(wireDelivery, serializeDelivery)

export const deliveryListResponse = listResponse(deliveryResponse, 'The newest first.')

export const replaySinceResponse = responseOf(
  z.object({
    events: z
      .number()
      .int()
      .meta({ description: 'Events that were queued; of a dry run, that would be.', example: 12 }),
    isCut: z.boolean().meta({
      description:
        'Older events of the time are left out: more than 1,000 are newer, or 20,000 were looked at.',
      example: false,
    }),
    dryRun: z.boolean().meta({ description: 'Whether nothing was queued.', example: false }),
  }),
  ({ isDryRun, ...replay }: ReplayOfTime) => ({ ...replay, dryRun: isDryRun }),
)

export const replayResponse = plainResponse(
  z.object({
    queued: z.number().int().meta({ description: 'Events that were queued.', example: 12 }),
    continueAfter: z.string().nullable().meta({
      description: '`after` of the next request; null when all events of the range are queued.',
      example: null,
    }),
  }),
)
