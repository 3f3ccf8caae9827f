import type { IncomingMessage, ServerResponse } from 'node:http'

/** Received bytes of incomplete bodies, in the memory of this process. */
export interface InputBuffers {
  /**
   * Counts the body of a request until it is complete or the request is answered. `refuse` is called, at most once, when it
   * takes too much. The body of an unknown client counts in all alone.
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
  /** Maximum received bytes of all bodies together. */
  readonly maxBytes: number
  /** Maximum of those of one client. */
  readonly maxBytesPerClient: number
}

interface PendingBody {
  /** Removes it from the count, and rejects the request. */
  readonly evict: () => void
}

/**
 * Counts received bytes. Above the bound of a client, the body that exceeds it is rejected; above the bound of all clients, the
 * oldest bodies are: an honest client finishes quickly, and rejecting new bodies would favour slow senders. `onRefusal` is
 * called for each.
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
