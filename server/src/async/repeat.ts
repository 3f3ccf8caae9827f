import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs a task immediately, then again `intervalMs` milliseconds after each run, until the signal aborts. Resolves when the run
 * in progress has ended. The task must not reject.
 */
export async function repeat(
  intervalMs: number,
  task: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await task()
    await delay(intervalMs, undefined, { signal }).catch(() => {})
  }
}
