import type { IncomingMessage, ServerResponse } from 'node:http'

/** What clients have sent of bodies that are not complete, which waits in the memory of this process. */
export interface InputBuffers {
  /**
   * Counts the body of a request until all of it has come or the request is answered. `refuse` is called, at most once,
   * where it takes too much. The body of a client that is not told counts in all alone.
   */
  readonly track: (
    request: IncomingMessage,
    response: ServerResponse,
    client: string | undefined,
    refuse: () => void,
  ) => void
  /** Bytes of all bodies. */
  readonly bytes: () => number
}

interface InputBufferLimits {
  /** Bytes that may have come of all bodies together. */
  readonly maxBytes: number
  /** Bytes of those that one client sends. */
  readonly maxBytesPerClient: number
}

interface PendingBody {
  /** Takes it out of the count, and tells its client. */
  readonly evict: () => void
}

/**
 * Counts what is being received. Of a client that sends too much at once, the body gives way that would exceed its bound;
 * when all clients together send too much, those that have been on their way for longest: a client that sends is never on
 * its way for long, and refusing new ones would let slow ones decide. `onRefusal` is told of each.
 */
export function createInputBuffers(
  { maxBytes, maxBytesPerClient }: InputBufferLimits,
  onEvict: () => void,
): InputBuffers {
  const bodies = new Set<PendingBody>()
  const bytesByClient = new Map<string, number>()
  let total = 0

  const addBytes = (client: string | undefined, bytes: number): number => {
    total += bytes
    if (client === undefined) return 0
    const sum = (bytesByClient.get(client) ?? 0) + bytes
    if (sum > 0) bytesByClient.set(client, sum)
    else bytesByClient.delete(client)
    return sum
  }
  return {
    track: (request, response, client, onEvicted) => {
      let size = 0
      const remove = () => {
        if (!bodies.delete(body)) return
        request.off('data', onData)
        addBytes(client, -size)
      }
      const body: PendingBody = {
        evict: () => {
          remove()
          onEvict()
          onEvicted()
        },
      }
      const onData = ({ length }: Buffer | string) => {
        size += length
        if (addBytes(client, length) > maxBytesPerClient) body.evict()
        for (const oldest of bodies) {
          if (total <= maxBytes) break
          oldest.evict()
        }
      }
      bodies.add(body)
      request.on('data', onData)
      request.once('end', remove)
      request.once('close', remove)
      response.once('finish', remove)
    },
    bytes: () => total,
  }
}
