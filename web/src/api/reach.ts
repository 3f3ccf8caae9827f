/** Browsers reject with a TypeError where a connection is lost, as for a fault of the page. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Without one for this long, a visitor is better off with a button that tries again. */
const maxReadMs = 30_000

/** As `reach`, for a read of few bytes: what takes longer than 30 s is not reached. @throws UnreachableError */
export function reachSoon(url: string, signal?: AbortSignal): Promise<Response> {
  const aborting = new AbortController()
  // Without an end: it bounds the body too, and is nothing to a response that is complete.
  setTimeout(() => aborting.abort(new UnreachableError()), maxReadMs)
  signal?.addEventListener('abort', () => aborting.abort(signal.reason), { once: true })
  return reach(url, { signal: aborting.signal })
}

/** As `fetch`. @throws UnreachableError without a response; what the caller has aborted rejects as it does. */
export async function reach(input: RequestInfo, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    throw error instanceof TypeError ? new UnreachableError() : error
  }
}
