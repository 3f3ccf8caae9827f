import { setImmediate } from 'node:timers/promises'
import { createGate } from '../gate.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { OutboundError } from './outbound/error.ts'

interface FetchLimits {
  readonly requests: number
  /** Requests at once; the others wait for their turn, which their own timeout does not count. */
  readonly requestsAtOnce: number
  /** Characters of all answers together. */
  readonly answers: number
}

/** The same fetch for a limited number of requests and size of answers; what is beyond fails, and is not sent. */
export function limitedFetch(fetch: GuardedFetch, limits: FetchLimits): GuardedFetch {
  const gate = createGate(limits.requestsAtOnce)
  let asked = 0
  let answered = 0
  // One for all that are refused: they may be many, and what takes time is to make it.
  const tooMuch = new OutboundError(
    'spent',
    'is not asked: this request has taken too much of others already',
  )

  return async (request) => {
    // Thousands that fail without being sent would hold up everything else, were they to fail one right after the other.
    await setImmediate()
    // Counted before they wait, so that no more wait than may be sent.
    if (asked >= limits.requests) throw tooMuch
    asked++
    const send = async () => {
      if (answered >= limits.answers) throw tooMuch
      const answer = await fetch(request)
      answered += answer.body.length
      return answer
    }
    try {
      return await gate(send, request.signal)
    } catch (error) {
      if (error instanceof OutboundError || !request.signal.aborted) throw error
      throw new OutboundError('timed out', 'did not answer in time')
    }
  }
}
