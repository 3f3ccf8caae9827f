import { isDate, parseDay } from '../../ui/date-text.ts'
import { type EventKind, isEventKind } from './event-kinds.ts'

const dayMs = 86_400_000

/** How far back a list goes, in days. */
const spans = { '24h': 1, '7d': 7, '30d': 30 } as const

export type EventSpan = keyof typeof spans

/** Who caused events, in the words of the interface: a kind of actor, an address, or the id of an API key. */
const actorPattern =
  /^(?:wallet|key|member|administrator|system|0x[\da-fA-F]{40}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** What the URL of a list of events says, so that it can be shared. Absent: all. */
export interface EventSearch {
  readonly kind?: EventKind | undefined
  readonly by?: string | undefined
  /** Up to now; absent with `from` or `to`. */
  readonly last?: EventSpan | undefined
  /** The first day, `2026-12-31`. */
  readonly from?: string | undefined
  /** The last day. */
  readonly to?: string | undefined
}

/** What is not known is undefined: the router keeps what is left out. */
export function parseEventSearch(search: Record<string, unknown>): EventSearch {
  const { kind, by, last, from, to } = search
  return {
    kind: isEventKind(kind) && kind !== 'all' ? kind : undefined,
    by: typeof by === 'string' && actorPattern.test(by) ? by : undefined,
    last: isSpan(last) ? last : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
  }
}

function isSpan(text: unknown): text is EventSpan {
  return typeof text === 'string' && Object.hasOwn(spans, text)
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && isDate(text, false)
}

export function isFiltered({ kind, by, last, from, to }: EventSearch): boolean {
  return [kind, by, last, from, to].some((each) => each !== undefined)
}

interface TimeRange {
  /** ISO 8601, inclusive. */
  readonly from?: string
  /** ISO 8601, exclusive. */
  readonly to?: string
}

/** Days are those of the browser's time zone, the last one included. */
export function timeRangeOf({ last, from, to }: EventSearch, now: number): TimeRange {
  if (last) return { from: new Date(now - spans[last] * dayMs).toISOString() }
  const [begin, end] = [from && startOfDay(from, 0), to && startOfDay(to, 1)]
  return { ...(begin && { from: begin }), ...(end && { to: end }) }
}

function startOfDay(day: string, later: number): string | undefined {
  const date = parseDay(day)
  date?.setDate(date.getDate() + later)
  return date?.toISOString()
}
