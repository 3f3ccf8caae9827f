import { setTimeout as delay } from 'node:timers/promises'
import { readEventBounds, sequenceEvents } from '../../store/entities/events.ts'
import type { Store } from '../../store/store.ts'

/** One per process: readers that wait share its queries. */
export interface EventWatcher {
  /** Resolves once the log has an event after `sequence`; rejects when the signal aborts or the watcher closes. */
  readonly waitForEventAfter: (sequence: number, signal: AbortSignal) => Promise<void>
  /** Resolves when no query runs any more. */
  readonly close: () => Promise<void>
}

const pollIntervalMs = 200

export function createEventWatcher(store: Pick<Store, 'db' | 'inTurn'>): EventWatcher {
  const closing = new AbortController()
  let polling: Promise<number> | undefined
  const poll = async () => {
    await delay(pollIntervalMs, undefined, { signal: closing.signal })
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
    close: async () => {
      closing.abort()
      await polling?.catch(() => {})
    },
  }
}
