import { setTimeout as delay } from 'node:timers/promises'
import type { Webhook } from '../../model/webhook.ts'
import { findHold } from '../../store/entities/holds.ts'
import { findDueWebhooks } from '../../store/entities/webhooks.ts'
import {
  type DeliveringContext,
  type DeliveryListener,
  deliverDue,
  maxConcurrentAttempts,
} from './deliver.ts'
import { queueNextEvents } from './queue-events.ts'

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
  /** Returns the milliseconds until the next pass. */
  const pass = async () => {
    isHeld &&= (await findHold(context.store.db)) !== undefined
    if (isHeld) return heldIntervalMs
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
