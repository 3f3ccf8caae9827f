import { formatCount } from '../../ui/format-number.ts'
import type { ApiRequest } from './queries.ts'

/** Ids may be chosen by clients, and repeat. */
export function keyOf({ time, requestId }: Pick<ApiRequest, 'time' | 'requestId'>): string {
  return `${time} ${requestId}`
}

interface Page {
  readonly data: readonly Pick<ApiRequest, 'time' | 'requestId'>[]
  readonly next: string | null
}

/** `3 new requests`; `50 or more` where none of the newest is shown. Undefined: nothing is new. */
export function newRequestWords(shown: Page, newest: Page | undefined): string | undefined {
  const known = new Set(shown.data.map(keyOf))
  const first = newest?.data.findIndex((request) => known.has(keyOf(request))) ?? 0
  const count = first === -1 ? (newest?.data.length ?? 0) : first
  if (count === 0) return undefined
  const isMore = first === -1 && newest?.next !== null
  return `${formatCount(count)}${isMore ? ' or more' : ''} new ${count === 1 && !isMore ? 'request' : 'requests'}`
}
