import type { IncomingMessage, ServerResponse } from 'node:http'

/** What clients have sent of bodies that are not complete, which waits in the memory of this process. */
export interface InputBuffers {
  /**
   * Counts the body of a request until all of it has come or the request is answered. `refuse` is called, at most once,
   * where it takes too much. The body of a client that is not told counts in all alone.
   */
  readonly receive: (
    request: IncomingMessage,
    response: ServerResponse,
    client: string | undefined,
    refuse: () => void,
  ) => void
  /** Bytes of all bodies. */
  readonly bytes: () => number
}

interface InputBounds {
  /** Bytes that may have come of all bodies together. */
  readonly maxBytes: number
  /** Bytes of those that one client sends. */
  readonly maxBytesOfClient: number
}

interface Body {
  /** Takes it out of the count, and tells its client. */
  readonly giveWay: () => void
}

/**
 * Counts what is being received. Of a client that sends too much at once, the body gives way that would exceed its bound;
 * when all clients together send too much, those that have been on their way for longest: a client that sends is never on
 * its way for long, and refusing new ones would let slow ones decide. `onRefusal` is told of each.
 */
export function watchInputBuffers(
  { maxBytes, maxBytesOfClient }: InputBounds,
  onRefusal: () => void,
): InputBuffers {
  const bodies = new Set<Body>()
  const ofClients = new Map<string, number>()
  let total = 0

  const add = (client: string | undefined, bytes: number): number => {
    total += bytes
    if (client === undefined) return 0
    const sum = (ofClients.get(client) ?? 0) + bytes
    if (sum > 0) ofClients.set(client, sum)
    else ofClients.delete(client)
    return sum
  }
  return {
    receive: (request, response, client, refuse) => {
      let size = 0
      const leave = () => {
        if (!bodies.delete(body)) return
        request.off('data', count)
        add(client, -size)
      }
      const body: Body = {
        giveWay: () => {
          leave()
          onRefusal()
          refuse()
        },
      }
      const count = ({ length }: Buffer | string) => {
        size += length
        if (add(client, length) > maxBytesOfClient) body.giveWay()
        for (const oldest of bodies) {
          if (total <= maxBytes) break
          oldest.giveWay()
        }
      }
      bodies.add(body)
      request.on('data', count)
      request.once('end', leave)
      request.once('close', leave)
      response.once('finish', leave)
    },
    bytes: () => total,
  }
}
