import { ignoreConnectionError } from './api-client.ts'
import type { WireEvent } from './copied-names.ts'
import { type EventStream, readEvents } from './event-stream.ts'

export interface EventCopy {
  /** As received. */
  readonly events: readonly WireEvent[]
  /** Connections so far. */
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/** Copies the log through the stream from its beginning on. Reconnects with `Last-Event-ID`, as `EventSource` does. */
export function startEventCopy(
  nextUrl: () => Promise<string>,
  headers: Readonly<Record<string, string>>,
): EventCopy {
  const events: WireEvent[] = []
  let connections = 0
  let stream: EventStream | undefined
  let isStopped = false

  const connect = async () => {
    const last = events.at(-1)
    stream = await readEvents(`${await nextUrl()}/byname/v1/events/stream?afterSequence=0`, {
      ...headers,
      ...(last && { 'last-event-id': String(last.sequence) }),
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
  return typeof frame === 'object' && frame !== null && 'sequence' in frame
}
