import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from '../async/semaphore.ts'
import { OutboundError } from './outbound/error.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'

interface FetchBudget {
  readonly maxRequests: number
  /** Requests at once; the others wait for their turn, which their own timeout does not count. */
  readonly maxConcurrent: number
  /** Characters of all answers together. */
  readonly maxResponseChars: number
}

/** The same fetch for a limited number of requests and size of answers; what is beyond fails, and is not sent. */
export function budgetedFetch(fetch: SsrfSafeFetch, budget: FetchBudget): SsrfSafeFetch {
  const semaphore = createSemaphore(budget.maxConcurrent)
  let requestCount = 0
  let responseChars = 0
  // One for all that are refused: they may be many, and what takes time is to make it.
  const budgetExhausted = new OutboundError(
    'budget-exhausted',
    'is not asked: this request has taken too much of others already',
  )

  return async (request) => {
    // Thousands that fail without being sent would hold up everything else, were they to fail one right after the other.
    await setImmediate()
    // Counted before they wait, so that no more wait than may be sent.
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
