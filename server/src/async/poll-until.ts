import { setTimeout as delay } from 'node:timers/promises'

/**
 * Calls `check` every `intervalMs` milliseconds until it returns a value; undefined when `deadline`, on the clock of
 * `performance.now()`, has passed. An error of `check` ends the loop.
 */
export async function pollUntil<T>(
  deadline: number,
  intervalMs: number,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (; performance.now() < deadline; await delay(intervalMs)) {
    const value = await check()
    if (value !== undefined) return value
  }
  return undefined
}
