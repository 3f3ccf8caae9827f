import type { IncomingMessage, ServerResponse } from 'node:http'

/** Received bytes of incomplete bodies, per process. */
export interface InputBuffers {
  /**
   * Counts a body until it is complete or the request is answered. Calls `refuse`, at most once, when it takes too
   * much. Unknown clients count only in all.
   */
  readonly track: (
    request: IncomingMessage,
    response: ServerResponse,
    client: string | undefined,
    refuse: () => void,
  ) => void
  readonly bytes: () => number
}

interface InputBufferLimits {
  readonly maxBytes: number
  readonly maxBytesPerClient: number
}

interface PendingBody {
  readonly evict: () => void
}

/**
 * Above a client's bound, rejects the exceeding body; above the total, the oldest bodies: rejecting new ones would
 * favour slow senders.
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
