import type { ClientContext } from './context.ts'
import { BynameError } from './errors.ts'
import { callInit, type InitArguments } from './http.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Page, type Pages } from './pages.ts'
import { backoffMs, pause } from './pause.ts'
import { readServerSentEvents } from './sse.ts'

type Query = NonNullable<
  NonNullable<NonNullable<InitArguments<'GET', '/byname/v1/events'>[0]>['params']>['query']
>

export type Event = components['schemas']['Event']
export type EventType = Event['type']

/** Which events; absent members exclude none. */
export interface EventFilter {
  readonly type?: EventType | readonly EventType[] | undefined
  readonly domain?: string | undefined
  readonly name?: string | undefined
}

export interface EventListOptions extends EventFilter {
  /** A cursor: the events behind it. Absent: from the beginning. */
  readonly after?: string | undefined
  /** A cursor: its event and older ones. */
  readonly until?: string | undefined
  readonly order?: 'oldest' | 'newest' | undefined
  readonly signal?: AbortSignal | undefined
}

export interface FollowOptions extends EventFilter {
  /** Cursor of the last event that was processed; absent: from now on. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** The connection was lost, or ended by the service; it is opened again. */
  readonly onReconnect?: ((error: unknown) => void) | undefined
}

/** The service sends something every 15 seconds. */
const maxSilenceMs = 45_000

export function createEvents({ http, chainId, normalize }: ClientContext) {
  const filterOf = ({ type, domain, name }: EventFilter) => ({
    chainId,
    ...(type !== undefined && { type: typeof type === 'string' ? [type] : [...type] }),
    ...(domain !== undefined && { domain: normalize(domain) }),
    ...(name !== undefined && { name: normalize(name) }),
  })
  const readPage = async (query: Query, signal: AbortSignal | undefined) =>
    (await http.send('GET', '/byname/v1/events', { ...callInit({ signal }), params: { query } })).data

  const newestCursor = async (filter: EventFilter, signal: AbortSignal | undefined) => {
    const { data } = await readPage({ ...filterOf(filter), order: 'newest', limit: 1 }, signal)
    return data[0]?.cursor
  }

  async function* readStream(query: Query, signal: AbortSignal | undefined): AsyncGenerator<Event> {
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => silence.abort(new BynameError('TimedOut', 'Nothing arrives any more.')),
        maxSilenceMs,
      )
    }
    try {
      const both = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
      const stream = await http.openStream(query, both)
      restartTimer()
      for await (const { type, data } of readServerSentEvents(stream, restartTimer)) {
        if (type === 'end') return
        // Safe because this is the documented form of an event.
        yield JSON.parse(data) as Event
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** The events that there are now. To continue later, keep the cursor of the last one. */
    list: ({ after: start, until, order, signal, ...filter }: EventListOptions = {}): Pages<Event> =>
      createPages(async (after = start): Promise<Page<Event>> => {
        const query = {
          ...{ ...filterOf(filter), limit: 1000 },
          ...(until !== undefined && { until }),
          ...(order && { order }),
          ...(after !== undefined && { after }),
        }
        const { data, next, isCaughtUp } = await readPage(query, signal)
        return { data, next: isCaughtUp ? null : next }
      }),

    /** Cursor of the newest event; undefined before the first. */
    position: (filter: EventFilter = {}, { signal }: { readonly signal?: AbortSignal } = {}) =>
      newestCursor(filter, signal),

    /**
     * Every event, once and in order, as it happens: past ones page by page, then a stream, which is opened again behind the
     * last event when it ends. Ends by a `break` of its loop, or rejects with the reason of `signal`.
     *
     * @throws BynameError what a retry does not change, such as `InvalidApiKeyException`, `CursorTooOldException`, and
     * `CursorInFutureException` once the database has lost the event of the position.
     */
    follow: async function* ({
      after,
      signal,
      onReconnect,
      ...filter
    }: FollowOptions = {}): AsyncGenerator<Event> {
      let position = after ?? (await newestCursor(filter, signal))
      let failures = 0
      for (;;) {
        const query = () => ({ ...filterOf(filter), ...(position !== undefined && { after: position }) })
        let ending: unknown
        try {
          for (let isCaughtUp = false; !isCaughtUp; ) {
            const page = await readPage({ ...query(), limit: 1000 }, signal)
            for (const event of page.data) {
              position = event.cursor
              yield event
            }
            isCaughtUp = page.isCaughtUp
          }
          for await (const event of readStream(query(), signal)) {
            failures = 0
            position = event.cursor
            yield event
          }
        } catch (error) {
          signal?.throwIfAborted()
          if (!isTemporary(error)) throw error
          ending = error
        }
        onReconnect?.(ending)
        await pause(backoffMs(failures), signal)
        failures += 1
      }
    },
  }
}

/** A stream that breaks rejects with an error of the platform. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof BynameError)) return error instanceof TypeError || error instanceof DOMException
  return error.status === 0 || error.status === 429 || error.status >= 500
}
