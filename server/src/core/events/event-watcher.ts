import { setTimeout as delay } from 'node:timers/promises'
import { readEventBounds, sequenceEvents } from '../../store/entities/event-log.ts'
import type { Store } from '../../store/store.ts'

/** One per process: readers that wait share its queries. */
export interface EventWatcher {
  /** Resolves once the log has an event after `sequence`, and rejects when the signal aborts. */
  readonly waitForEventAfter: (sequence: number, signal: AbortSignal) => Promise<void>
}

const pollIntervalMs = 200

export function createEventWatcher(store: Pick<Store, 'db' | 'transaction'>): EventWatcher {
  let polling: Promise<number> | undefined
  const poll = async () => {
    await delay(pollIntervalMs)
    await sequenceEvents(store)
    return (await readEventBounds(store.db)).newest
  }
  const nextNewest = () => {
    polling ??= poll().finally(() => {
      polling = undefined
    })
    return polling
  }
  return {
    waitForEventAfter: async (sequence, signal) => {
      do signal.throwIfAborted()
      while ((await nextNewest()) <= sequence)
    },
  }
}
