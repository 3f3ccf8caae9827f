import { expect } from 'vitest'
import { z } from 'zod'
import { ignoreConnectionError } from '../http/api-client.ts'
import type { WireEvent } from './copied-names.ts'
import { type EventStream, readEvents, unavailable } from './event-stream.ts'

const page = z.object({ data: z.array(z.custom<WireEvent>()) })
const envelope = z.object({ result: z.object({ data: page }) })

export interface EventCopy {
  /** As received. */
  readonly events: readonly WireEvent[]
  /** Connections so far. */
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/**
 * Copies the log: what is there by the list, then through the stream. Reconnects with `Last-Event-ID`, as `EventSource`
 * does.
 */
export function startEventCopy(
  nextUrl: () => Promise<string>,
  headers: Readonly<Record<string, string>>,
): EventCopy {
  const events: WireEvent[] = []
  let connections = 0
  let stream: EventStream | undefined
  let isStopped = false

  const readFirstPage = async () => {
    const response = await fetch(`${await nextUrl()}/byname/v1/events?limit=1000`, { headers })
    if (response.status === 503) throw unavailable()
    expect(response.status).toBe(200)
    events.push(...envelope.parse(await response.json()).result.data.data)
  }
  const connect = async () => {
    const last = events.at(-1)
    if (!last) return readFirstPage()
    stream = await readEvents(`${await nextUrl()}/byname/v1/events/stream`, {
      ...headers,
      'last-event-id': last.cursor,
    })
    connections += 1
    while (!isStopped) {
      const [frame] = await stream.take(1)
      if (!isEvent(frame)) return
      events.push(frame)
    }
  }
  const follow = async () => {
    while (!isStopped)
      await connect().catch((error: unknown) => {
        if (!isStopped) ignoreConnectionError(error)
      })
  }
  const following = follow()
  return {
    events,
    connections: () => connections,
    stop: async () => {
      isStopped = true
      await stream?.close()
      await following
    },
  }
}

/** The last frame of a stream has a reason instead. */
function isEvent(frame: unknown): frame is WireEvent {
  return typeof frame === 'object' && frame !== null && 'cursor' in frame
}
