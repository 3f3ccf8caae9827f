/**
 * What a response means (Standard Webhooks 1.0): 2xx is delivered, 410 ends the webhook, 429, 502 and 504 ask to slow
 * down, everything else and no response (`null`) has failed.
 */
export type AttemptOutcome = 'delivered' | 'failed' | 'slow-down' | 'gone'

const slowDownStatuses: readonly number[] = [429, 502, 504]

export function outcomeOf(status: number | null): AttemptOutcome {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return slowDownStatuses.includes(status) ? 'slow-down' : 'failed'
}
