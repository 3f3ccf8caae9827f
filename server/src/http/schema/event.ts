import { z } from 'zod'
import type { ReadableEvent } from '../../core/events/event-cursor.ts'
import type { EventPage } from '../../core/events/read.ts'
import { checksumAddress, isHexAddress } from '../../crypto/evm-address.ts'
import { isHexBytes } from '../../crypto/hex.ts'
import { formatAddress } from '../../ens/address.ts'
import { type Actor, type EventChange, eventTypes, isDigest } from '../../model/event.ts'
import { exampleCursor, listShape, serializeList } from './pages.ts'
import { exampleId, responseOf } from './primitives.ts'
import { contenthashUri } from './records.ts'

const digest = z
  .object({ sha256: z.string().meta({ description: 'Lower-case hex.', example: '9f'.repeat(32) }) })
  .meta({
    id: 'ValueDigest',
    description:
      'In place of the values of a field of an old event: the SHA-256 of the JSON array of their `[key, value]`, without whitespace.',
  })

const wireValue = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), digest])
  .nullable()
  .meta({ description: 'Null: absent.', example: null })

type WireValue = z.output<typeof wireValue>

const wireChange = z
  .object({
    field: z.string().meta({
      description:
        '`addresses`, `texts` or `contenthash` for a record, otherwise a field of what changed, such as `holder`.',
      example: 'texts',
    }),
    key: z.union([z.string(), z.number()]).nullable().meta({
      description:
        'Coin type or text key; null for a field, and where digests stand for all values of a kind.',
      example: 'description',
    }),
    before: wireValue,
    after: wireValue.meta({ description: 'Null: absent.', example: 'hello' }),
  })
  .meta({ id: 'EventChange', description: 'A value before and after the event.' })

export const wireActor = z
  .object({
    type: z.enum(['wallet', 'key', 'member', 'administrator', 'system']).meta({
      description:
        'Who caused it: the signer of the request, the API key without a signature, a member or operator in a session, an administrator, or the service.',
      example: 'wallet',
    }),
    address: z.string().nullable().meta({
      description: 'Of a wallet or member, EIP-55; null after an erasure, and for others.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    keyId: z
      .string()
      .nullable()
      .meta({ description: 'The API key that acted; null for others.', example: null }),
  })
  .meta({ id: 'EventActor', description: 'Who caused an event.' })

export const wireEvent = z
  .object({
    cursor: z.string().meta({
      description: 'Its place in the log, opaque: `after` of a request that continues behind it.',
      example: exampleCursor,
    }),
    type: z.enum(eventTypes).meta({ description: 'What happened.', example: 'subname.changed' }),
    time: z.iso.datetime().meta({ description: 'When.', example: '2030-01-01T00:00:00.000Z' }),
    chainId: z.number().int().nullable().meta({ description: 'Chain id; null without one.', example: 1 }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name that changed; null without one.', example: 'alice.demo.eth' }),
    domainId: z
      .string()
      .nullable()
      .meta({ description: 'Id (`ensId`) of its domain; null without one.', example: exampleId }),
    workspaceId: z.string().nullable().meta({
      description: 'The workspace whose keys may read it; null: administrators only.',
      example: exampleId,
    }),
    actor: wireActor,
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'The `x-request-id` of the request; null outside HTTP.', example: exampleId }),
    changes: z.array(wireChange).meta({ description: 'What changed; empty after an erasure.' }),
  })
  .meta({ id: 'Event', description: 'An event of the log.' })

type WireEvent = z.output<typeof wireEvent>

export function serializeEvent({ createdAt, actor, changes, ...event }: ReadableEvent): WireEvent {
  return {
    cursor: event.cursor,
    type: event.type,
    time: new Date(createdAt).toISOString(),
    chainId: event.chainId,
    name: event.name,
    domainId: event.domainId,
    workspaceId: event.workspaceId,
    actor: serializeActor(actor),
    requestId: event.requestId,
    changes: changes.map(serializeChange),
  }
}

export function serializeActor(actor: Actor): z.output<typeof wireActor> {
  return {
    type: actor.type,
    address: 'address' in actor && actor.address ? checksumAddress(actor.address) : null,
    keyId: 'keyId' in actor ? actor.keyId : null,
  }
}

/** Also for what an import changes. */
export function serializeChange({ field, key, before, after }: EventChange): WireEvent['changes'][number] {
  const format = (value: EventChange['before']) => formatValue(field, key, value)
  return { field, key, before: format(before), after: format(after) }
}

/** As other responses have it. */
function formatValue(field: string, key: EventChange['key'], value: EventChange['before']): WireValue {
  if (isDigest(value)) return value
  if (typeof value === 'number') return field.endsWith('At') ? new Date(value).toISOString() : value
  if (!isHexBytes(value) || isFreeText(field)) return isList(value) ? [...value] : value
  if (field === 'addresses') return formatAddress(Number(key), value)
  if (field === 'contenthash') return contenthashUri(value)
  return isHexAddress(value) ? checksumAddress(value) : value
}

/** Such a value may look like hex. Events from before migration 19 name the branding `look`. */
function isFreeText(field: string): boolean {
  return (
    field === 'texts' || field === 'comment' || field.startsWith('branding.') || field.startsWith('look.')
  )
}

function isList(value: EventChange['before']): value is readonly string[] {
  return Array.isArray(value)
}

const wireEventPage = listShape(wireEvent, 'In the order of the request.').extend({
  isCaughtUp: z.boolean().meta({
    description:
      'Whether no further event matches yet. With the oldest first, `next` is never null: later events are on the next page.',
    example: false,
  }),
})

export type WireEventPage = z.output<typeof wireEventPage>

export const eventPageResponse = responseOf(wireEventPage, ({ isCaughtUp, ...page }: EventPage) => ({
  ...serializeList(page, serializeEvent),
  isCaughtUp,
}))
