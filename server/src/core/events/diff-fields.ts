import { diffRecords } from '../../ens/records.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import type { EventChange, EventValue } from '../../model/event.ts'

/** How the value of each field of an event is read from an entity, in the order of the changes. */
export type EventFields<Entity> = Readonly<Record<string, (entity: Entity) => EventValue>>

/**
 * The fields that differ. Without `before` the entity did not exist; without `after` it does not exist any more: all its
 * values are null.
 */
export function diffFields<Entity>(
  fields: EventFields<Entity>,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly EventChange[] {
  return listFields(fields, before, after).filter((change) => !isEqual(change.before, change.after))
}

/** As `diffFields`, with the fields that are equal: those that name the entity. */
export function listFields<Entity>(
  fields: EventFields<Entity>,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly EventChange[] {
  return Object.entries(fields).map(([field, read]) => ({
    field,
    key: null,
    before: before === undefined ? null : read(before),
    after: after === undefined ? null : read(after),
  }))
}

/** By value: a list has its order. */
function isEqual(one: EventValue, other: EventValue): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return JSON.stringify(one) === JSON.stringify(other)
}

interface WithRecords {
  readonly records: Records
}

/** The records that differ, a change each. */
export function diffRecordsOf(
  before: WithRecords | undefined,
  after: WithRecords | undefined,
): readonly EventChange[] {
  const differences = diffRecords(before?.records ?? emptyRecords, after?.records ?? emptyRecords)
  return differences.map(({ kind, key, before, after }) => ({ field: kind, key, before, after }))
}

/** The members of a list that came or went, a change each; of more than `maxListed`, the numbers of members. */
export function diffList(
  field: string,
  before: readonly string[],
  after: readonly string[],
  maxListed: number,
): readonly EventChange[] {
  const [old, current] = [new Set(before), new Set(after)]
  const changed = [...new Set([...before, ...after])].filter(
    (member) => old.has(member) !== current.has(member),
  )
  if (changed.length > maxListed) return [{ field, key: null, before: before.length, after: after.length }]
  return changed.map((key) => ({ field, key, before: old.has(key), after: current.has(key) }))
}
