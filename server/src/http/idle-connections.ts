import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A request may still be on its way on a younger connection. */
const unusedForMs = 1000

/**
 * Closes connections without a request. Node's own `closeIdleConnections` spares those that never had one, such as
 * browsers open in advance, and a shutdown would wait for their header timeout.
 */
export function createIdleConnectionCloser(server: Server): () => void {
  const connectedAt = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    connectedAt.set(socket, performance.now())
    socket.once('close', () => connectedAt.delete(socket))
  })
  return () => {
    server.closeIdleConnections()
    const now = performance.now()
    for (const [socket, since] of connectedAt)
      if (socket.bytesRead === 0 && now - since > unusedForMs) socket.destroy()
  }
}
