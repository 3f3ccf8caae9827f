import { BynameError, connectionError, retryAfterOf } from './errors.ts'
import { backoffMs, pause } from './pause.ts'

export interface TransportOptions {
  readonly fetch: typeof fetch
  /** For a response with its body; of a stream, for its headers. */
  readonly timeoutMs: number
  readonly maxRetries: number
  /** A longer `Retry-After` is left to the caller. */
  readonly maxRetryAfterSeconds: number
}

/** Of a proxy or of the service, for now. 409 is retried where the service asks for it. */
const temporaryStatuses = new Set([429, 502, 503, 504])

export const streamType = 'text/event-stream'

/**
 * Sends again what failed for now: what is safe, and what has an `Idempotency-Key`, which the service runs once.
 *
 * @throws BynameError `ConnectionFailed`, `TimedOut`; the reason of the request's signal.
 */
export async function sendWithRetries(request: Request, options: TransportOptions): Promise<Response> {
  const { maxRetries, maxRetryAfterSeconds } = options
  const isRepeatable = request.method === 'GET' || request.headers.has('idempotency-key')
  for (let attempt = 0; ; attempt += 1) {
    const isLast = !isRepeatable || attempt >= maxRetries
    const outcome = await sendOnce(isLast ? request : request.clone(), options)
    if (outcome instanceof BynameError && isLast) throw outcome
    const seconds = outcome instanceof BynameError ? undefined : retryAfterOf(outcome.headers)
    if (!(outcome instanceof BynameError)) {
      const isTemporary =
        temporaryStatuses.has(outcome.status) || (outcome.status === 409 && seconds !== undefined)
      if (isLast || !isTemporary || (seconds ?? 0) > maxRetryAfterSeconds) return outcome
    }
    await pause(seconds === undefined ? backoffMs(attempt) : seconds * 1000, request.signal)
  }
}

async function sendOnce(
  request: Request,
  { fetch, timeoutMs }: TransportOptions,
): Promise<Response | BynameError> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new DOMException('Timed out.', 'TimeoutError')), timeoutMs)
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal])
    const response = await fetch(request, { signal })
    return request.headers.get('accept') === streamType ? response : await readWhole(response)
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason
    const failure = connectionError(error)
    if (!failure) throw error
    return failure
  } finally {
    clearTimeout(timer)
  }
}

/** So that a connection which is lost amid a body counts as lost. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, response)
}
