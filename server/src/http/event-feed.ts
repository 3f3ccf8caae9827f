import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { EventPages } from '../core/events/follow.ts'
import { AppError } from '../errors.ts'
import type { Respond } from './operation.ts'
import { serializeEvent, type WireEventPage } from './schema/event.ts'

const jsonLines = 'application/jsonl'

/** JSON Lines, one event each, if the client accepts them. */
export const sendEventPage: Respond = async ({ request, reply }, envelope, data) => {
  if (!request.headers.accept?.includes(jsonLines)) return reply.send(envelope(data))
  // Safe: `eventPageAnswer` has serialized the page.
  const { data: events, next, isCaughtUp } = data as WireEventPage
  return reply
    .type(`${jsonLines}; charset=utf-8`)
    .headers({ ...(next !== null && { 'x-next-cursor': next }), 'x-is-caught-up': String(isCaughtUp) })
    .serializer(String)
    .send(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

const contentType = 'text/event-stream; charset=utf-8'

type EndReason = 'shutdown' | 'reconnect' | 'too slow' | 'unauthorized' | 'lost' | 'unavailable'

/**
 * Server-sent events (HTML Living Standard §9.2). Ends with an event `end` that gives the reason; a client continues
 * with `Last-Event-ID`, as `EventSource` does by itself.
 */
export const sendEventStream: Respond = async ({ context, request, reply }, _envelope, data) => {
  if (request.method === 'HEAD') return reply.type(contentType).send()
  // Safe: the operation returns what `followEvents` made.
  const pages = data as EventPages
  const { keepAliveMs, drainTimeoutMs, maxDurationMs } = context.config.eventStreams
  const response = reply.raw
  const end = new AbortController()
  const endWith = (reason: EndReason) => end.abort(reason)
  const onShutdown = () => endWith('shutdown')
  const onClose = () => end.abort()
  context.shutdown.addEventListener('abort', onShutdown)
  request.raw.socket.once('close', onClose)
  const lifetime = setTimeout(endWith, maxDurationMs, 'reconnect')
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), keepAliveMs)
  if (context.shutdown.aborted) onShutdown()
  if (request.raw.socket.destroyed) onClose()
  reply.hijack()
  try {
    response.writeHead(200, {
      ...headersOf(reply.getHeaders()),
      'content-type': contentType,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 1000\n\n')
    for await (const events of pages(end.signal)) {
      const frames = events.map((event) => {
        const wire = serializeEvent(event)
        return `id: ${wire.cursor}\nevent: ${wire.type}\ndata: ${JSON.stringify(wire)}\n\n`
      })
      await write(response, frames.join(''), drainTimeoutMs, end.signal)
    }
  } catch (error) {
    response.end(`event: end\ndata: ${JSON.stringify({ reason: reasonOf(end.signal, error) })}\n\n`)
  } finally {
    clearInterval(keepAlive)
    clearTimeout(lifetime)
    context.shutdown.removeEventListener('abort', onShutdown)
    request.raw.socket.off('close', onClose)
  }
}

class TooSlowError extends Error {}

/** Waits until the client has taken what was written. */
async function write(
  response: ServerResponse,
  text: string,
  drainTimeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (response.write(text)) return
  const timeout = AbortSignal.timeout(drainTimeoutMs)
  try {
    await once(response, 'drain', { signal: AbortSignal.any([signal, timeout]) })
  } catch (error) {
    throw timeout.aborted ? new TooSlowError('The client takes nothing.') : error
  }
}

function reasonOf(signal: AbortSignal, error: unknown): EndReason {
  if (error instanceof TooSlowError) return 'too slow'
  if (isOfCursor(error)) return 'lost'
  if (error instanceof AppError && error.status < 500) return 'unauthorized'
  // Safe: only `endWith` aborts with a text.
  return signal.aborted && typeof signal.reason === 'string' ? (signal.reason as EndReason) : 'unavailable'
}

/** The event behind which the stream reads is not in the log any more. */
function isOfCursor(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.name === 'CursorInFutureException' || error.name === 'CursorTooOldException')
  )
}

/** Those that hooks have set, such as CORS and the request id. */
function headersOf(headers: Readonly<Record<string, number | string | string[] | undefined>>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}
