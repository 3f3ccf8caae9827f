import { setTimeout as delay } from 'node:timers/promises'
import type { Webhook } from '../../model/webhook.ts'
import {
  lockEventCursor,
  readEventBounds,
  readEventCursor,
  saveEventCursor,
  sequenceEvents,
} from '../../store/entities/events.ts'
import { findHold } from '../../store/entities/settings.ts'
import { endDelaysFromAhead, queueDeliveries } from '../../store/entities/webhook-deliveries.ts'
import {
  countPending,
  findDueWebhooks,
  findFirstStart,
  listEnabledWebhooks,
} from '../../store/entities/webhooks.ts'
import { type EventHead, pageOfEventHeads } from '../../store/listing/events.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import {
  type DeliveringContext,
  type DeliveryListener,
  deliverDue,
  maxConcurrentAttempts,
  switchOff,
} from './deliver.ts'

interface DispatchListener extends DeliveryListener {
  readonly onError: (error: unknown) => void
}

const pollIntervalMs = 250

/** While the database is unavailable. */
const errorIntervalMs = 5_000

/** While a restored copy is held. */
const heldIntervalMs = 1_000

/** Webhooks that a process delivers to at the same time, and of one workspace. */
const maxConcurrentWebhooks = 32
const maxConcurrentOfWorkspace = 4

/** Enough to find some of every workspace, although each has several. */
const maxCandidates = 500

/** Attempts at the same time. */
export const maxWebhookRequests = maxConcurrentWebhooks * maxConcurrentAttempts

/** How long attempts in flight may take after the stop. */
const drainTimeoutMs = 3_000

/** Queues events and delivers them, until the signal aborts and the attempts in flight have ended. */
export async function dispatchWebhooks(
  context: DeliveringContext,
  listener: DispatchListener,
  stop: AbortSignal,
): Promise<void> {
  const running = new Map<number, { readonly workspaceId: string; readonly done: Promise<void> }>()
  const aborting = new AbortController()
  const start = ({ key, workspaceId }: Webhook) => {
    const signals = { stop, abort: aborting.signal }
    const done = deliverDue(context, { key }, listener, signals)
      .catch(listener.onError)
      .finally(() => running.delete(key))
    running.set(key, { workspaceId, done })
  }
  // Only a restore into an empty database holds.
  let isHeld = true
  const startDue = async () => {
    const due = await findDueWebhooks(context.store.db, context.clock(), maxCandidates)
    for (const webhook of due) {
      const ofWorkspace = [...running.values()].filter((entry) => entry.workspaceId === webhook.workspaceId)
      const isFree = running.size < maxConcurrentWebhooks && ofWorkspace.length < maxConcurrentOfWorkspace
      if (isFree && !running.has(webhook.key)) start(webhook)
    }
  }
  const hasGoneBack = watchClock(context.clock)
  let isAheadPossible = true
  /** Returns the milliseconds until the next pass. */
  const pass = async () => {
    isHeld &&= (await findHold(context.store.db)) !== undefined
    if (isHeld) return heldIntervalMs
    isAheadPossible ||= hasGoneBack()
    if (isAheadPossible) await endDelaysFromAhead(context.store.db, context.clock())
    isAheadPossible = false
    const hasMore = await queueNextEvents(context)
    await startDue()
    return hasMore ? 0 : pollIntervalMs
  }
  while (!stop.aborted) {
    const pauseMs = await pass().catch((error: unknown) => {
      listener.onError(error)
      return errorIntervalMs
    })
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: stop }).catch(() => {})
  }
  const timer = setTimeout(() => aborting.abort(), drainTimeoutMs)
  await Promise.all([...running.values()].map(({ done }) => done))
  clearTimeout(timer)
}

/** Milliseconds that a clock which is adjusted continuously does not go back. */
const maxStepBackMs = 60_000

/** Returns a function that says whether the clock was set back since its last call. */
function watchClock(clock: () => number): () => boolean {
  const offset = () => clock() - performance.now()
  let highest = offset()
  return () => {
    const now = offset()
    const isBack = now < highest - maxStepBackMs
    highest = isBack ? now : Math.max(highest, now)
    return isBack
  }
}

type QueueingContext = Pick<CoreContext, 'store' | 'clock' | 'cause'>

const reader = 'webhooks'

/** Events in a transaction: few enough not to hold up other writers. */
const pageSize = 1_000

const maxPending = 1_000_000

/**
 * Queues the next events of the log for the webhooks that want them, and advances the cursor in the same transaction.
 * Any process may do so: the cursor is read under a lock. True when there may be more.
 */
async function queueNextEvents(context: QueueingContext): Promise<boolean> {
  const { store } = context
  const { db } = store
  const firstStart = await findFirstStart(db)
  if (firstStart === undefined) return false
  await sequenceEvents(store)
  const { newest } = await readEventBounds(db)
  if (Math.max(await readEventCursor(db, reader), firstStart) >= newest) return false
  // Lookups do not read these tables, so their data version stays.
  return db.transaction().execute(async (tx) => {
    const cursor = await lockEventCursor(tx, reader)
    const after = Math.max(cursor, firstStart)
    const { events, end, hasMore } = await pageOfEventHeads(tx, {
      ...{ filter: {}, after, limit: pageSize },
      order: 'oldest',
    })
    if (events.length === 0) return false
    await queueForWebhooks(tx, context, events)
    await saveEventCursor(tx, reader, end)
    return hasMore
  })
}

async function queueForWebhooks(
  tx: StoreTransaction,
  context: QueueingContext,
  events: readonly EventHead[],
): Promise<void> {
  const workspaceIds = new Set(events.flatMap(({ workspaceId }) => workspaceId ?? []))
  if (workspaceIds.size === 0) return
  for (const webhook of await listEnabledWebhooks(tx, [...workspaceIds])) {
    const wanted = events.filter(
      (event) => isWanted(webhook, event) && event.sequence > webhook.startSequence,
    )
    if (wanted.length > 0) await queueForWebhook(tx, context, webhook, wanted)
  }
}

/** Switches the webhook off when too many are pending. */
export async function queueForWebhook(
  tx: StoreTransaction,
  context: QueueingContext,
  { key }: Webhook,
  events: readonly EventHead[],
): Promise<void> {
  const now = context.clock()
  const webhook = await countPending(tx, key, events.length, now)
  if (!webhook) return
  const queued = events.map(({ sequence, chainId, name }) => ({
    sequence,
    subject: subjectOf(chainId, name),
  }))
  await queueDeliveries(tx, key, queued, now)
  if (webhook.pending > maxPending) await switchOff(tx, context, webhook, 'backlog')
}

/** Whether it selects the event, old or new. */
function isWanted({ workspaceId, eventTypes, domainIds }: Webhook, event: EventHead): boolean {
  return (
    event.workspaceId === workspaceId &&
    (eventTypes === null || eventTypes.includes(event.type)) &&
    (domainIds === null || (event.domainId !== null && domainIds.includes(event.domainId)))
  )
}

/** Events of one name are delivered in order, and so are those without a name. */
function subjectOf(chainId: number | null, name: string | null): string {
  return name === null ? '' : `${chainId}:${name}`
}
