import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from '../async/semaphore.ts'
import { OutboundError } from './outbound/error.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'

interface FetchBudget {
  readonly maxRequests: number
  /** Requests in flight; others wait, which does not count towards their timeout. */
  readonly maxConcurrent: number
  /** Characters of all responses together. */
  readonly maxResponseChars: number
}

/** Limits a fetch to a number of requests and a size of responses; a request beyond them fails without being sent. */
export function budgetedFetch(fetch: SsrfSafeFetch, budget: FetchBudget): SsrfSafeFetch {
  const semaphore = createSemaphore(budget.maxConcurrent)
  let requestCount = 0
  let responseChars = 0
  // One shared error: there may be many rejections, and creating an error is slow.
  const budgetExhausted = new OutboundError(
    'budget-exhausted',
    'was not contacted: this request has used up its outbound budget',
  )

  return async (request) => {
    // Thousands of immediate failures in a row would block everything else.
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
