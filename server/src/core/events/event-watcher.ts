import { setTimeout as delay } from 'node:timers/promises'
import { type EventMark, readEventLogState } from '../../store/entities/event-marks.ts'
import { sequenceEvents } from '../../store/entities/events.ts'
import type { Store } from '../../store/store.ts'

/** One per process: readers that wait share its queries. */
export interface EventWatcher {
  /**
   * Resolves with the newest event once it differs from `known`: it is later, or the log has lost events. Rejects when the
   * signal aborts or the watcher closes.
   */
  readonly waitForOtherThan: (known: EventMark, signal: AbortSignal) => Promise<EventMark>
  /** Resolves when no query runs any more. */
  readonly close: () => Promise<void>
}

const pollIntervalMs = 200

export function createEventWatcher(store: Pick<Store, 'db' | 'inTurn'>): EventWatcher {
  const closing = new AbortController()
  let polling: Promise<EventMark> | undefined
  const poll = async () => {
    await delay(pollIntervalMs, undefined, { signal: closing.signal })
    await sequenceEvents(store)
    return (await readEventLogState(store.db)).newest
  }
  const nextNewest = () => {
    polling ??= poll().finally(() => {
      polling = undefined
    })
    return polling
  }
  return {
    waitForOtherThan: async ({ sequence, digest }, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const newest = await nextNewest()
        if (newest.sequence !== sequence || newest.digest !== digest) return newest
      }
    },
    close: async () => {
      closing.abort()
      await polling?.catch(() => {})
    },
  }
}
