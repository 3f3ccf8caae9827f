import { setTimeout as delay } from 'node:timers/promises'

/** Polls a condition and resolves when it holds; rejects after this many seconds. */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  seconds = 120,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`It is not so after ${seconds} seconds: ${description}.`)
    await delay(50)
  }
}
