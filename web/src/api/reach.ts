/** Browsers reject with a TypeError where a connection is lost, as for a fault of the page. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** As `fetch`. @throws UnreachableError without a response; what the caller has aborted rejects as it does. */
export async function reach(input: RequestInfo, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    throw error instanceof TypeError ? new UnreachableError() : error
  }
}
