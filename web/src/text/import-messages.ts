import type { Messages } from './messages.ts'

/** The caller knows the file: with all of them in a table, each page would be larger. */
export async function importMessages(url: string): Promise<Partial<Messages>> {
  return ((await import(/* @vite-ignore */ url)) as { readonly default: Partial<Messages> }).default
}

/**
 * Tries again until the file arrives. A browser may remember that a module failed, but not with another fragment.
 * `onFailure`: after each attempt in vain.
 */
export async function importMessagesPatiently(
  url: string,
  onFailure: () => void = () => {},
): Promise<Partial<Messages>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await importMessages(attempt === 0 ? url : `${url}#${attempt}`)
    } catch {
      onFailure()
      await reconnect(Math.min(2 ** attempt, 64) * 1000)
    }
  }
}

function reconnect(maxWaitMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs)
    addEventListener('online', resolve, { once: true })
  })
}
