import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs a task immediately, then `intervalMs` after each run. Resolves after the abort and the last run. The task must
 * not reject.
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
