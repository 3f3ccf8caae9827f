import { EventSourceParserStream } from 'eventsource-parser/stream'
import { expect } from 'vitest'

export interface EventStream {
  /** The data of the next events. */
  readonly take: (count: number) => Promise<readonly unknown[]>
  /** All events until the service ends the stream, and the reason that it gives. */
  readonly takeToEnd: () => Promise<{ readonly events: readonly unknown[]; readonly reason: string }>
  readonly close: () => Promise<void>
}

/** Opens a stream of server-sent events. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStream> {
  const response = await fetch(url, { headers })
  if (response.status === 503) throw unavailable()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  if (!response.body) throw new Error('The response has no body.')
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const next = async () => {
    const { value, done } = await reader.read()
    if (done) throw new Error('The stream has ended.')
    const data: unknown = JSON.parse(value.data)
    if (value.event !== 'end') expect(data).toMatchObject({ type: value.event, cursor: value.id })
    return { data, isEnd: value.event === 'end' }
  }
  return {
    take: async (count) => {
      const taken: unknown[] = []
      while (taken.length < count) taken.push((await next()).data)
      return taken
    },
    takeToEnd: async () => {
      const events: unknown[] = []
      for (;;) {
        const { data, isEnd } = await next()
        if (isEnd) return { events, reason: (data as { reason: string }).reason }
        events.push(data)
      }
    },
    close: () => reader.cancel(),
  }
}

/** As of a connection that is lost: a client connects again. */
export function unavailable(): Error {
  return Object.assign(new Error('The service is unavailable.'), { code: 'UNAVAILABLE' })
}
