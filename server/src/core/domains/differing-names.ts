import { type EventChange, type EventType, isDigest } from '../../model/event.ts'
import type { NameEvent } from '../../store/entities/name-events.ts'

/** After which a name resolves, and after which it does not. */
const presence: Readonly<Partial<Record<EventType, boolean>>> = {
  'subname.issued': true,
  'subname.accepted': true,
  'subname.reserved': false,
  'subname.rejected': false,
  'subname.revoked': false,
  'subname.erased': false,
}

/** Before which a name does not resolve. */
const beginnings: ReadonlySet<EventType> = new Set([
  'subname.issued',
  'subname.reserved',
  'subname.accepted',
  'subname.rejected',
])

const recordFields: ReadonlySet<string> = new Set(['addresses', 'texts', 'contenthash'])

/**
 * Of how many names the resolved records differ from what they were before these events, which are all since then, in their order. A
 * name that was changed and changed back does not; where values are not known any more, a changed name does. Pure.
 */
export function countDifferingNames(events: readonly NameEvent[]): number {
  let count = 0
  for (const ofName of Map.groupBy(events, ({ name }) => name).values()) if (differs(ofName)) count += 1
  return count
}

function differs(events: readonly NameEvent[]): boolean {
  const [first] = events
  const resolvedBefore = first !== undefined && !beginnings.has(first.type)
  const last = events.findLast(({ type }) => type in presence)
  const resolvesNow = last ? presence[last.type] === true : resolvedBefore
  if (resolvedBefore !== resolvesNow) return true
  return resolvesNow && haveRecordsChanged(events)
}

function haveRecordsChanged(events: readonly NameEvent[]): boolean {
  const values = new Map<string, Pick<EventChange, 'before' | 'after'>>()
  for (const { changes } of events) {
    if (changes === undefined) return true
    for (const { field, key, before, after } of changes) {
      if (!recordFields.has(field)) continue
      if (isDigest(before) || isDigest(after)) return true
      const record = `${field} ${key}`
      const known = values.get(record)
      values.set(record, { before: known ? known.before : before, after })
    }
  }
  return [...values.values()].some(({ before, after }) => before !== after)
}
