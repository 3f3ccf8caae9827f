import { setTimeout as delay } from 'node:timers/promises'

/** Undefined after `deadline` (`performance.now()`). Errors of `check` end the loop. */
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
