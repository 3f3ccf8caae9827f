import type { Hex } from 'viem'
import type { Actor, EventChange, EventSummary, NewEvent, StoredEvent } from '../../model/event.ts'
import { bytesToUuid, uuidToBytes } from '../driver/columns.ts'
import type { EventRow } from '../tables.ts'

/** Events that are written together have few ids. */
export function toEventRows(events: readonly NewEvent[]): readonly EventRow[] {
  const known = new Map<string, Uint8Array>()
  const idBytes = (id: string | null) => {
    if (id === null) return null
    const bytes = known.get(id) ?? uuidToBytes(id)
    known.set(id, bytes)
    return bytes
  }
  return events.map((event) => ({
    type: event.type,
    chainId: event.chainId,
    name: event.name,
    domainId: idBytes(event.domainId),
    workspaceId: idBytes(event.workspaceId),
    actor: encodeActor(event.actor),
    requestId: event.requestId,
    changes: encodeChanges(event.changes),
    createdAt: event.createdAt,
  }))
}

export function toEvent({
  sequence,
  actor,
  changes,
  domainId,
  workspaceId,
  ...event
}: EventRow & { readonly sequence: number }): StoredEvent {
  return {
    ...event,
    sequence,
    domainId: domainId && bytesToUuid(domainId),
    workspaceId: workspaceId && bytesToUuid(workspaceId),
    actor: decodeActor(actor),
    changes: decodeChanges(changes),
  }
}

/** `changed` is a JSON array of `[field, key]`. */
export function toEventSummary({
  domainId,
  workspaceId,
  changed,
  ...event
}: Omit<EventRow, 'actor' | 'changes'> & {
  readonly sequence: number
  readonly changed: string
}): EventSummary {
  const fields: readonly (readonly [EventChange['field'], EventChange['key']])[] = JSON.parse(changed)
  return {
    ...event,
    domainId: domainId && bytesToUuid(domainId),
    workspaceId: workspaceId && bytesToUuid(workspaceId),
    changed: fields.map(([field, key]) => ({ field, key })),
  }
}

export function encodeActor(actor: Actor): string {
  const detail = 'address' in actor ? actor.address : 'keyId' in actor ? actor.keyId : null
  return detail === null ? actor.type : `${actor.type} ${detail}`
}

/** Safe casts: `encodeActor` wrote the text. */
export function decodeActor(text: string): Actor {
  const [type, detail = null] = text.split(' ', 2)
  if (type === 'wallet') return { type, address: detail as Hex | null }
  if (type === 'member') return { type, address: detail as Hex }
  if (type === 'key') return { type, keyId: detail as string }
  return type === 'administrator' ? { type, keyId: detail } : { type: 'system' }
}

type ChangeTuple = readonly [
  EventChange['field'],
  EventChange['key'],
  EventChange['before'],
  EventChange['after'],
]

/** Names are left out: each name has an event. */
export function encodeChanges(changes: readonly EventChange[]): string {
  return JSON.stringify(
    changes.map(({ field, key, before, after }): ChangeTuple => [field, key, before, after]),
  )
}

export function decodeChanges(text: string): readonly EventChange[] {
  const tuples: readonly ChangeTuple[] = JSON.parse(text)
  return tuples.map(([field, key, before, after]) => ({ field, key, before, after }))
}
