/** What only some settings need. A service without them imports none of it while it starts. */
export type OptionalPart = 'backups' | 'buckets' | 'certificates' | 'kms'

interface Deferred {
  readonly get: () => Promise<unknown>
  readonly part: OptionalPart | undefined
}

const deferred: Deferred[] = []

/**
 * For a large module that many processes never need: imported at its first use, or by `importDeferred`. A failure is
 * not kept: the next use tries again. Call it where a module is evaluated.
 *
 * @param part Of which it is; absent: requests need it under any settings.
 */
export function deferImport<T>(load: () => Promise<T>, part?: OptionalPart): () => Promise<T> {
  let loaded: Promise<T> | undefined
  const get = () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  deferred.push({ get, part })
  return get
}

/** Imports what was deferred so far and is of no part, or of one that is used. Continues after an import that fails. */
export async function importDeferred(
  used: ReadonlySet<OptionalPart>,
  onError: (error: unknown) => void,
): Promise<void> {
  // One after the other, so that requests are answered in between; what an import defers is last.
  for (const { get, part } of deferred) if (part === undefined || used.has(part)) await get().catch(onError)
}
