const deferred: (() => Promise<unknown>)[] = []

/**
 * For a large module that many processes never need: imported at its first use, or by `importDeferred`. A failure is
 * not kept: the next use tries again. Call it where a module is evaluated.
 */
export function deferImport<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  const get = () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  deferred.push(get)
  return get
}

/** Imports what was deferred so far. Continues after an import that fails. */
export async function importDeferred(onError: (error: unknown) => void): Promise<void> {
  // One after the other, so that requests are answered in between; what an import defers is last.
  for (const get of deferred) await get().catch(onError)
}
