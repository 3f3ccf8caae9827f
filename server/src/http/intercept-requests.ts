import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

/** Lets `intercept` see every request of a server first; `next` hands it on to the listeners that are there by now. */
export function interceptRequests(
  server: Server,
  intercept: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): void {
  const originalListeners = requestListeners(server)
  server.removeAllListeners('request')
  server.on('request', (request, response) =>
    intercept(request, response, () => {
      for (const listener of originalListeners) listener(request, response)
    }),
  )
}

/** Safe because these are listeners for the event that the type is of. */
function requestListeners(server: Server) {
  return server.listeners('request') as RequestListener[]
}
