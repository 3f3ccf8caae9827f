import type { EventType, NewEvent } from '../../model/event.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  type DueSet,
  selectEndedSets,
  selectEndingSets,
  takeDueSet,
} from '../../store/entities/set-notices.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { newEvent, systemCause } from '../events/new-event.ts'
import { findSealsOfDomain, isSetOf } from './find-seals.ts'

type EndType = Extract<EventType, `sealed_set.${string}`>

/** Sets of a transaction; batches of a run and kind. */
const batchSize = 100
const maxBatches = 100

type EndContext = Pick<CoreContext, 'store' | 'clock'>

/**
 * Announces by an event each set that ends within 14 days, and each that has ended: each once, unless the holder signs anew. A set that
 * was signed for less has no event before its end, nor has one whose end was missed, and one that its contract would not accept any more
 * has none. Any number of processes do it.
 */
export async function announceEnds(context: EndContext, signal?: AbortSignal): Promise<void> {
  await announce(context, { type: 'sealed_set.ended', select: selectEndedSets }, signal)
  await announce(context, { type: 'sealed_set.ending', select: selectEndingSets }, signal)
}

interface Announcement {
  readonly type: EndType
  readonly select: typeof selectEndedSets
}

async function announce(
  context: EndContext,
  { type, select }: Announcement,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let batch = 0; batch < maxBatches && !signal?.aborted; batch++) {
    const now = Math.floor(context.clock() / 1000)
    const due = await select(context.store.db, { now, limit: batchSize })
    for (const [domainId, sets] of Map.groupBy(due, (set) => set.domainId))
      await context.store
        .inTurn(domainId)
        .plainTransaction((tx) => announceSets(tx, context, { type, sets, now }))
    if (due.length < batchSize) return
  }
}

interface AnnouncedSets {
  readonly type: EndType
  /** Of one domain. */
  readonly sets: readonly DueSet[]
  /** In Unix seconds. */
  readonly now: number
}

async function announceSets(
  tx: StoreTransaction,
  context: EndContext,
  { type, sets, now }: AnnouncedSets,
): Promise<void> {
  const [first] = sets
  if (!first) return
  const names = sets.map(({ name }) => name)
  const seals = await findSealsOfDomain(tx, first.domainId, names)
  const events: NewEvent[] = []
  // In one order in all processes, so that none waits for another that waits for it.
  for (const set of sets.toSorted((one, other) => one.subnameKey - other.subnameKey)) {
    const seal = seals.get(set.name)
    if ((await takeDueSet(tx, set, now)) && seal && isSetOf(seal, set))
      events.push(endEvent(context, type, set))
  }
  await appendEvents(tx, ...events)
}

function endEvent(context: EndContext, type: EndType, set: DueSet): NewEvent {
  const { chainId, name, domainId, workspaceId, holder, sequence, validUntil } = set
  const values = {
    ...{ holder, sequence: String(sequence) },
    validUntil: new Date(validUntil * 1000).toISOString(),
  }
  const changes = Object.entries(values).map(([field, after]) => ({ field, key: null, before: null, after }))
  return newEvent({ ...context, cause: systemCause }, { type, chainId, name, domainId, workspaceId, changes })
}
