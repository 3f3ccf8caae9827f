import { z } from 'zod'
import { listDeliveries, sendTest } from '../../core/webhooks/deliveries.ts'
import { replaySince, replayWebhook } from '../../core/webhooks/replay.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../../core/webhooks/webhooks.ts'
import { eventTypes } from '../../model/event.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { cursor, exampleCursor, listQuery } from '../schema/pages.ts'
import {
  exampleId,
  integer,
  optional,
  optionalWithDefault,
  printable,
  requiredTime,
  singleLine,
  uuid,
} from '../schema/primitives.ts'
import {
  deliveryListResponse,
  deliveryResponse,
  newWebhookResponse,
  replayResponse,
  replaySinceResponse,
  webhookListResponse,
  webhookResponse,
} from '../schema/webhook.ts'

const tag: Tag = { name: 'Webhooks', description: 'Events as signed requests to your servers.' }
const collection = '/byname/v1/webhooks'
const item = `${collection}/:webhookId`

const limited = 'A key that is limited to some domains has access to webhooks of these.'

const url = singleLine(2000).meta({
  description: 'https, a public host, no credentials.',
  example: 'https://hooks.example.com/byname',
})

const description = printable
  .max(300)
  .meta({ description: 'A display text.', example: 'Copies names to the shop.' })

const types = z.array(z.enum(eventTypes)).min(1).max(eventTypes.length)
const domains = z.array(uuid).min(1).max(1000)

const workspaceId = optional(uuid).meta({
  description: 'The workspace; absent: that of the key.',
  example: exampleId,
})

const ofWebhook = {
  params: z.object({ webhookId: uuid.meta({ description: 'Id of the webhook.', example: exampleId }) }),
  follows: { id: 'bynameCreateWebhook', params: { webhookId: 'id' } },
} as const

const create = operation({
  summary: 'Create a webhook',
  description:
    'Each event from now on is sent as a POST request, signed by Standard Webhooks 1.0 with `secret`, which is only in this ' +
    `response. At most 20 a workspace. ${limited}`,
  auth: needs('domains:write'),
  returnsSecret: true,
  body: z.object({
    url,
    description: optional(description),
    types: optional(types).meta({
      description: 'Types of events; absent: all.',
      example: ['subname.issued'],
    }),
    domains: optional(domains).meta({
      description: 'Ids (`ensId`) of domains; absent: all of the workspace, and events without a domain.',
      example: [exampleId],
    }),
    workspaceId,
  }),
  errors: ['EnsNotFound', 'WorkspaceNotFoundException', 'LimitReachedException'],
  handle: ({ context, caller, body: { types: eventTypes, domains: domainIds, ...body } }) =>
    createWebhook(context, { caller, eventTypes, domainIds, ...body }),
  mounts: [
    {
      method: 'POST',
      url: collection,
      id: 'bynameCreateWebhook',
      tag,
      status: 201,
      response: newWebhookResponse,
    },
  ],
})

const list = operation({
  summary: 'List webhooks',
  description: `Oldest first. ${limited}`,
  auth: needs('domains:write', { selects: 'domains' }),
  query: z.object({ workspaceId, ...listQuery }),
  handle: ({ context, caller, query }) => listWebhooks(context, { caller, ...query }),
  mounts: [{ method: 'GET', url: collection, id: 'bynameListWebhooks', tag, response: webhookListResponse }],
})

const get = operation({
  summary: 'Read a webhook',
  description: limited,
  auth: needs('domains:write'),
  ...ofWebhook,
  errors: ['WebhookNotFoundException'],
  handle: ({ context, caller, params }) => requireWebhook(context, { caller, id: params.webhookId }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetWebhook', tag, response: webhookResponse }],
})

const update = operation({
  summary: 'Change a webhook',
  description:
    'Absent fields are unchanged. Enabled again, it gets the deliveries that were pending, then events from now on; those in ' +
    `between can be replayed. ${limited}`,
  auth: needs('domains:write'),
  ...ofWebhook,
  body: z.object({
    url: url.optional(),
    description: description.optional(),
    types: types
      .nullable()
      .optional()
      .meta({ description: 'Types of events; null: all.', example: ['subname.issued'] }),
    domains: domains
      .nullable()
      .optional()
      .meta({ description: 'Ids (`ensId`) of domains; null: all of the workspace.', example: [exampleId] }),
    isEnabled: z.boolean().optional().meta({ description: 'Whether events are sent.', example: true }),
  }),
  errors: ['EnsNotFound', 'WebhookNotFoundException'],
  handle: ({ context, caller, params, body: { types: eventTypes, domains: domainIds, ...body } }) =>
    updateWebhook(context, { caller, id: params.webhookId, eventTypes, domainIds, ...body }),
  mounts: [{ method: 'PATCH', url: item, id: 'bynameUpdateWebhook', tag, response: webhookResponse }],
})

const remove = operation({
  summary: 'Delete a webhook',
  description: `Pending deliveries are not made. ${limited}`,
  auth: needs('domains:write'),
  ...ofWebhook,
  errors: ['WebhookNotFoundException'],
  handle: ({ context, caller, params }) => deleteWebhook(context, { caller, id: params.webhookId }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameDeleteWebhook', tag, response: webhookResponse }],
})

const rotateSecret = operation({
  summary: 'Replace the secret of a webhook',
  description:
    'The new secret is only in this response. Until the overlap ends, each request has a signature with the new secret and ' +
    `one with the old. ${limited}`,
  auth: needs('domains:write'),
  returnsSecret: true,
  ...ofWebhook,
  body: z.object({
    overlap: optionalWithDefault(integer(0, 604_800), 86_400).meta({
      description: 'Seconds for which the old secret signs as well; 0: it ends immediately.',
    }),
  }),
  errors: ['WebhookNotFoundException'],
  handle: ({ context, caller, params, body }) =>
    rotateWebhookSecret(context, { caller, id: params.webhookId, overlapMs: body.overlap * 1000 }),
  mounts: [
    {
      method: 'POST',
      url: `${item}/rotate-secret`,
      id: 'bynameRotateWebhookSecret',
      tag,
      response: newWebhookResponse,
    },
  ],
})

const test = operation({
  summary: 'Send a test to a webhook',
  description: `Sends an event of type \`webhook.test\` now, once, and returns the outcome; also to a disabled webhook. ${limited}`,
  auth: needs('domains:write'),
  loadClass: 'outbound',
  ...ofWebhook,
  errors: ['WebhookNotFoundException'],
  handle: ({ context, caller, params }) => sendTest(context, { caller, id: params.webhookId }),
  mounts: [{ method: 'POST', url: `${item}/test`, id: 'bynameTestWebhook', tag, response: deliveryResponse }],
})

const deliveries = operation({
  summary: 'List the deliveries of a webhook',
  description: `Newest first, with every request. Finished ones are kept for 30 days by default. ${limited}`,
  auth: needs('domains:write'),
  loadClass: 'listing',
  ...ofWebhook,
  query: z.object({
    ...listQuery,
    state: z.enum(['pending', 'delivered', 'failed']).optional().meta({
      description: 'Only these; `pending`: still to be made, `failed`: given up.',
      example: 'pending',
    }),
  }),
  errors: ['WebhookNotFoundException'],
  handle: ({ context, caller, params, query }) =>
    listDeliveries(context, { caller, id: params.webhookId, ...query }),
  mounts: [
    {
      method: 'GET',
      url: `${item}/deliveries`,
      id: 'bynameListDeliveries',
      tag,
      response: deliveryListResponse,
    },
  ],
})

const replay = operation({
  summary: 'Replay deliveries of a webhook',
  description:
    'Queues one delivery again, or the events of a range, in order, behind those that are pending. At most 5,000 ' +
    `events a request: send \`continueAfter\` as \`after\` of the next one. ${limited}`,
  auth: needs('domains:write'),
  loadClass: 'listing',
  ...ofWebhook,
  body: z.object({
    delivery: optional(z.string().max(100)).meta({
      description: 'Id of one delivery.',
      example: exampleCursor,
    }),
    after: optional(cursor).meta({
      description: 'Or all events behind that of this `cursor`; absent: from the oldest on.',
      example: exampleCursor,
    }),
    until: optional(cursor).meta({
      description: 'The `cursor` of the last event; absent: the newest.',
      example: exampleCursor,
    }),
  }),
  errors: [
    'CursorInFutureException',
    'WebhookNotFoundException',
    'DeliveryNotFoundException',
    'WebhookDisabledException',
  ],
  handle: ({ context, caller, params, body }) =>
    replayWebhook(context, { caller, id: params.webhookId, ...body }),
  mounts: [
    { method: 'POST', url: `${item}/replay`, id: 'bynameReplayWebhook', tag, response: replayResponse },
  ],
})

const replayOfTime = operation({
  summary: 'Replay the events of a webhook since a time',
  description:
    'Queues the events since a time that the webhook selects again, in order, behind those that are pending, with the same ' +
    '`webhook-id`: the newest 1,000 of the last 7 days. `dryRun` returns how many these are. One at a time: the next is ' +
    `accepted once the last event of the one before has been sent. ${limited}`,
  auth: needs('domains:write'),
  loadClass: 'listing',
  ...ofWebhook,
  body: z.object({
    since: requiredTime('The time of the first event, at most 7 days ago.', '2030-01-01T00:00:00Z'),
    dryRun: z.boolean().prefault(false).meta({ description: 'Only counts: nothing is queued.' }),
  }),
  errors: ['WebhookNotFoundException', 'WebhookDisabledException', 'ReplayInProgressException'],
  handle: ({ context, caller, params, body: { since, dryRun: isDryRun } }) =>
    replaySince(context, { caller, id: params.webhookId, since, isDryRun }),
  mounts: [
    {
      method: 'POST',
      url: `${item}/replay-since`,
      id: 'bynameReplayWebhookSince',
      tag,
      response: replaySinceResponse,
    },
  ],
})

export const webhooks = [
  ...[create, list, get, update, remove, rotateSecret, test, deliveries, replay],
  replayOfTime,
].flat()
