import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from '../async/semaphore.ts'
import { OutboundError } from './outbound/error.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'

interface FetchBudget {
  readonly maxRequests: number
  /** Others are queued, which does not count towards their timeout. */
  readonly maxConcurrent: number
  /** Of all responses together. */
  readonly maxResponseChars: number
}

/** Limits requests and response size; others fail without being sent. */
export function budgetedFetch(fetch: SsrfSafeFetch, budget: FetchBudget): SsrfSafeFetch {
  const semaphore = createSemaphore(budget.maxConcurrent)
  let requestCount = 0
  let responseChars = 0
  // Shared: creating many errors is slow.
  const budgetExhausted = new OutboundError(
    'budget-exhausted',
    'was not contacted: this request has used up its outbound budget',
  )

  return async (request) => {
    // Thousands of immediate failures would block the event loop.
    await setImmediate()
    // Counted before queuing, to bound the queue.
    if (requestCount >= budget.maxRequests) throw budgetExhausted
    requestCount++
    const send = async () => {
      if (responseChars >= budget.maxResponseChars) throw budgetExhausted
      const response = await fetch(request)
      responseChars += response.body.length
      return response
    }
    try {
      return await semaphore(send, request.signal)
    } catch (error) {
      if (error instanceof OutboundError || !request.signal.aborted) throw error
      throw new OutboundError('timed-out', 'did not answer in time')
    }
  }
}
