import { createHash } from 'node:crypto'
import type { EventChange, EventValue } from '../../model/event.ts'
import {
  findEventsToCompact,
  listEventHeads,
  readEventCursor,
  replaceChanges,
  saveEventCursor,
  sequenceEvents,
} from '../../store/entities/events.ts'
import type { CoreContext } from '../context.ts'

const reader = 'compaction'

/** Followers and webhooks get the values of events that are younger. */
const minCompactedAgeMs = 86_400_000

/** Older events of one name or domain keep their values up to both. */
export const keptEvents = 100
export const keptBytes = 262_144

/** JSON of the changes of a field that takes no more stays as it is. */
const maxPlainBytes = 160

const headsPerPass = 500
const eventsPerStatement = 50

/**
 * Replaces old values of each name that has had an event since the last pass, and returns the number of events.
 * Several processes may do so at a time.
 */
export async function compactEvents({ store, clock }: Pick<CoreContext, 'store' | 'clock'>): Promise<number> {
  await sequenceEvents(store)
  const before = clock() - minCompactedAgeMs
  const bounds = { before, keptEvents, keptBytes, minBytes: maxPlainBytes, limit: eventsPerStatement }
  let compacted = 0
  for (;;) {
    const after = await readEventCursor(store.db, reader)
    const heads = await listEventHeads(store.db, { filter: { before }, after, limit: headsPerPass })
    const last = heads.at(-1)
    if (!last) return compacted
    const names = new Map(heads.map((head) => [`${head.chainId} ${head.name}`, head]))
    for (const head of names.values()) {
      if (head.name === null || head.chainId === null) continue
      for (;;) {
        const events = await findEventsToCompact(store.db, head, bounds)
        for (const { sequence, changes } of events)
          await replaceChanges(store.db, { sequence, changes: compactChanges(changes) })
        compacted += events.length
        if (events.length < eventsPerStatement) break
      }
    }
    await store.db.transaction().execute((tx) => saveEventCursor(tx, reader, last.sequence))
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

function digestOf(values: readonly (readonly [EventChange['key'], EventValue])[]): EventValue {
  const present = values.filter(([, value]) => value !== null)
  if (present.length === 0) return null
  return { sha256: createHash('sha256').update(JSON.stringify(present)).digest('hex') }
}
