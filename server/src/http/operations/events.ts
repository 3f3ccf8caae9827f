import { z } from 'zod'
import { followEvents } from '../../core/events/follow.ts'
import { listReadableEvents, readNameHistory } from '../../core/events/read.ts'
import { isValidAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { type Actor, type ActorFilter, eventTypes } from '../../model/event.ts'
import { needs } from '../credentials/operation-auth.ts'
import { sendEventPage, sendEventStream } from '../event-feed.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { eventPageResponse } from '../schema/event.ts'
import { cursor, exampleCursor, feedQuery } from '../schema/pages.ts'
import {
  chainId,
  domainName,
  exampleId,
  fullName,
  optional,
  optionalWithDefault,
  plainResponse,
  queryTime,
  uuid,
} from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Events',
  description: 'Every change, as a log, a stream and the history of a name.',
}

const until = optional(cursor).meta({
  description: 'The `cursor` of the last event to read, in the order of the log; absent: the newest.',
  example: exampleCursor,
})

const order = z.enum(['oldest', 'newest']).prefault('oldest').meta({
  description: 'Which events come first. `newest` reads back to the first one.',
  example: 'newest',
})

const type = optional(
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
  ),
).meta({ description: 'Only these types, separated by commas or repeated.', example: ['subname.issued'] })

const actorTypes: readonly Actor['type'][] = ['wallet', 'key', 'member', 'administrator', 'system']

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const actor = optional(
  z
    .string()
    .max(42)
    .transform((text, { issues }): ActorFilter => {
      const type = actorTypes.find((each) => each === text)
      if (type) return { type }
      if (isValidAddress(text)) return { address: lowerCaseHex(text) }
      if (idPattern.test(text)) return { keyId: text }
      const message = `is not ${actorTypes.join(', ')}, the address of a wallet or the id of an API key`
      issues.push({ code: 'custom', message, input: text })
      return { type: 'system' }
    }),
).meta({
  description:
    'Only what this actor caused: a kind (`wallet`, `key`, `member`, `administrator`, `system`), the address of a wallet or ' +
    'member, or the id of an API key.',
  example: 'member',
})

const times = {
  from: queryTime('Only events from this time on.', '2030-01-01T00:00:00Z'),
  to: queryTime('Only events before this time.', '2030-01-02T00:00:00Z'),
}

const filter = {
  workspaceId: optional(uuid).meta({
    description:
      'Only events of this workspace; absent: of the key, of the domain, or of the only one of the session.',
    example: exampleId,
  }),
  chainId: optionalWithDefault(chainId, 1).meta({ description: 'Chain of `domain` and `name`.', example: 1 }),
  type,
  domain: optional(domainName).meta({
    description: 'Only events of this domain and its names.',
    example: 'demo.eth',
  }),
  name: optional(fullName).meta({ description: 'Only events of this name.', example: 'alice.demo.eth' }),
  actor,
}

const readers =
  'An admin key reads all events, another key those of its workspace, and of its domains if it is limited to some. '

const list = operation({
  summary: 'List events',
  description:
    `${readers}Every change of a name, domain, key, workspace or resolver and every settled payment is an event, ` +
    'written in the transaction of the change. A reader that passes `next`, or the `cursor` of an event, as `after` misses none and gets none twice; ' +
    '`isCaughtUp` says that it has all there are. With `Accept: application/jsonl` the response has one event a line, and ' +
    '`next` and `isCaughtUp` in the headers `x-next-cursor` and `x-is-caught-up`.',
  auth: needs('read', { selects: 'workspaces' }),
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({ ...filter, ...times, order, until, ...feedQuery }),
  errors: ['CursorInFutureException', 'EnsNotFound', 'CursorTooOldException'],
  respond: sendEventPage,
  handle: ({ context, caller, query: { type: types, ...query } }) =>
    listReadableEvents(context, { caller, types, ...query }),
  mounts: [
    { method: 'GET', url: '/byname/v1/events', id: 'bynameListEvents', tag, response: eventPageResponse },
  ],
})

const stream = operation({
  summary: 'Follow events',
  description:
    `${readers}Server-sent events: \`id\` is the cursor of the event, \`event\` the type, \`data\` the event as JSON. Begins ` +
    'behind `Last-Event-ID` or `after` (a cursor of an event or a page), or with the next event. The last event of a stream is `end`, with the reason: ' +
    '`shutdown`, `reconnect` (after 15 minutes), `too slow`, `unauthorized` (the key or session may not read them any more), ' +
    '`lost` (the log has lost, or deleted, events that the stream had passed: read the names again) or `unavailable`.',
  auth: needs('read', { selects: 'workspaces' }),
  responseSize: 'file',
  loadClass: 'stream',
  query: z.object({ ...filter, after: feedQuery.after }),
  headers: z.looseObject({
    'last-event-id': optional(cursor).meta({
      description: 'The `id` of the last event that the client has; goes before the query.',
      example: exampleCursor,
    }),
  }),
  errors: ['CursorInFutureException', 'EnsNotFound', 'CursorTooOldException'],
  responses: {
    200: {
      description: 'The events, until the client or the service ends the connection.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
  respond: sendEventStream,
  handle: ({ context, caller, headers, query: { type: types, after, ...query } }) =>
    followEvents(context, { caller, types, after: headers['last-event-id'] ?? after, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/events/stream',
      id: 'bynameFollowEvents',
      tag,
      response: plainResponse(z.any()),
    },
  ],
})

const history = operation({
  summary: 'List the events of a name',
  description:
    'For a key as `GET /byname/v1/events`. Without one, for a signature by the holder or the address of coin type 60: ' +
    'all events since the name was issued.',
  auth: needs('read', { selects: 'workspaces', signature: 'instead' }),
  responseSize: 'page',
  loadClass: 'listing',
  params: z.object({ name: fullName }),
  query: z.object({ chainId, order, ...feedQuery }),
  errors: [
    'CursorInFutureException',
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
    'EnsNotFound',
    'CursorTooOldException',
  ],
  respond: sendEventPage,
  handle: ({ context, caller, params, query }) => readNameHistory(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/names/:name/history',
      id: 'bynameListNameHistory',
      tag,
      response: eventPageResponse,
    },
  ],
})

export const events = [list, stream, history].flat()
