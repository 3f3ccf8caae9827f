import type { Respond } from '../operation.ts'
import type { WireEventPage } from '../schema/event.ts'

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
