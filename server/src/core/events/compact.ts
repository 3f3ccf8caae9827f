import { createHash } from 'node:crypto'
import type { EventChange, EventValue } from '../../model/event.ts'
import {
  type EventsToCompact,
  findEventsToCompact,
  findLastBefore,
  pageOfEventsToCompact,
  replaceChanges,
} from '../../store/entities/event-compaction.ts'
import { readEventCursor, saveEventCursor, sequenceEvents } from '../../store/entities/events.ts'
import type { Queryable } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'

const reader = 'compaction'

/** Followers and webhooks get the values of events that are younger. */
const minCompactedAgeMs = 86_400_000

/** Older events of one name or domain keep their values up to both. */
export const keptEvents = 100
export const keptBytes = 262_144

/** JSON of the changes of a field that takes no more stays as it is. */
const maxPlainBytes = 160

const eventsPerPage = 500
const eventsPerStatement = 50

/**
 * Replaces old values of each name that has had an event since the last pass, and returns the number of events.
 * Several processes may do so at a time.
 */
export async function compactEvents({ store, clock }: Pick<CoreContext, 'store' | 'clock'>): Promise<number> {
  await sequenceEvents(store)
  const before = clock() - minCompactedAgeMs
  let compacted = 0
  for (;;) {
    const after = await readEventCursor(store.db, reader)
    const until = await findLastBefore(store.db, { before, after, limit: eventsPerPage })
    if (until === undefined) return compacted
    for (const events of await findEventsToCompact(store.db, { after, until }, { keptEvents, keptBytes }))
      compacted += await compactAll(store.db, events)
    await store.db.transaction().execute((tx) => saveEventCursor(tx, reader, until))
  }
}

async function compactAll(db: Queryable, events: EventsToCompact): Promise<number> {
  let compacted = 0
  for (;;) {
    const page = await pageOfEventsToCompact(db, events, {
      minBytes: maxPlainBytes,
      limit: eventsPerStatement,
    })
    for (const { sequence, changes } of page)
      await replaceChanges(db, { sequence, changes: compactChanges(changes) })
    compacted += page.length
    if (page.length < eventsPerStatement) return compacted
  }
}

/**
 * One change for each field with large changes, without key: the digest of the JSON array, without whitespace, of `[key, value]`
 * of its values that are not null, in their order; null without any. Values are as stored: addresses of records and a
 * content hash as lower-case hex.
 */
function compactChanges(changes: readonly EventChange[]): readonly EventChange[] {
  return [...Map.groupBy(changes, ({ field }) => field)].flatMap(([field, ofField]) =>
    Buffer.byteLength(JSON.stringify(ofField)) <= maxPlainBytes
      ? ofField
      : [
          {
            field,
            key: null,
            before: digestOf(ofField.map(({ key, before }) => [key, before])),
            after: digestOf(ofField.map(({ key, after }) => [key, after])),
          },
        ],
  )
}

/** Of `[key, value]`, without those that are null. */
export function digestOf(values: readonly (readonly [EventChange['key'], EventValue])[]): EventValue {
  const present = values.filter(([, value]) => value !== null)
  if (present.length === 0) return null
  return { sha256: createHash('sha256').update(JSON.stringify(present)).digest('hex') }
}
