import type { Webhook } from '../../model/webhook.ts'
import { lockEventCursor, readEventCursor, saveEventCursor } from '../../store/entities/event-cursors.ts'
import {
  type EventHead,
  listEventHeads,
  readEventBounds,
  sequenceEvents,
} from '../../store/entities/event-log.ts'
import { queueDeliveries } from '../../store/entities/webhook-deliveries.ts'
import { countPending, findFirstStart, listEnabledWebhooks } from '../../store/entities/webhooks.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { switchOff } from './switch-off.ts'

type QueueingContext = Pick<CoreContext, 'store' | 'clock' | 'origin'>

const reader = 'webhooks'

/** Events in a transaction: few enough not to hold up other writers. */
const pageSize = 1_000

const maxPending = 1_000_000

/**
 * Queues the next events of the log for the webhooks that want them, and advances the cursor in the same transaction.
 * Any process may do so: the cursor is read under a lock. True when there may be more.
 */
export async function queueNextEvents(context: QueueingContext): Promise<boolean> {
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
    const events = await listEventHeads(tx, { filter: {}, after, limit: pageSize })
    const last = events.at(-1)
    if (!last) return false
    await queueForWebhooks(tx, context, events)
    await saveEventCursor(tx, reader, last.sequence)
    return events.length === pageSize
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
