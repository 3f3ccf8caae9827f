import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Responses that clients have not read yet, per process. */
export interface OutputBuffers {
  readonly trackConnections: (server: Server) => void
  /** Counts a response that waits behind others (HTTP pipelining). False when too much waits on its connection. */
  readonly tryEnqueue: (socket: Socket, response: ServerResponse) => boolean
  readonly bytes: () => number
  readonly fillRatio: () => number
  readonly close: () => void
}

export interface OutputBufferLimits {
  /** A client must read some buffered data in this time. */
  readonly sendTimeoutMs: number
  readonly maxBytes: number
  /** The next request of a connection above it is rejected. */
  readonly maxBytesPerConnection: number
}

const sampleIntervalMs = 100

/** Minimum read in `sendTimeoutMs` unless less is buffered: two kilobytes a second by default. */
const minBytesPerWindow = 65_536

/** Behind the response that is being sent. */
const maxPipelinedResponses = 32

interface TrackedConnection {
  readonly socket: Socket
  readonly queued: Set<ServerResponse>
  backlog: Backlog | undefined
}

interface Backlog {
  readonly since: number
  windowStart: number
  /** Total bytes to have been read when the window ends. */
  target: number
}

/** Ends connections that read too little in time and, when all hold too much, those behind for longest. */
export function createOutputBuffers(
  { sendTimeoutMs, maxBytes, maxBytesPerConnection }: OutputBufferLimits,
  onDestroy: () => void,
): OutputBuffers {
  const connections = new Map<Socket, TrackedConnection>()
  let total = 0

  const destroy = ({ socket }: TrackedConnection) => {
    connections.delete(socket)
    socket.destroy()
    onDestroy()
  }
  const sample = () => {
    const now = performance.now()
    const backlogged: TrackedConnection[] = []
    total = 0
    for (const connection of connections.values()) {
      if (isTooSlow(connection, now, sendTimeoutMs)) {
        destroy(connection)
        continue
      }
      const pending = pendingBytes(connection)
      total += pending
      if (pending > 0) backlogged.push(connection)
    }
    if (total > maxBytes) destroySlowest(backlogged)
  }
  const destroySlowest = (backlogged: TrackedConnection[]) => {
    const sinceOf = ({ backlog }: TrackedConnection) => backlog?.since ?? Number.MAX_SAFE_INTEGER
    backlogged.sort((one, other) => sinceOf(one) - sinceOf(other))
    for (const connection of backlogged) {
      if (total <= maxBytes) return
      total -= pendingBytes(connection)
      destroy(connection)
    }
  }
  const timer = setInterval(sample, sampleIntervalMs).unref()

  return {
    trackConnections: (server) => {
      server.on('connection', (socket: Socket) => {
        connections.set(socket, { socket, queued: new Set(), backlog: undefined })
        socket.once('close', () => connections.delete(socket))
      })
    },
    tryEnqueue: (socket, response) => {
      const connection = connections.get(socket)
      if (!connection) return false
      const { queued } = connection
      if (
        pendingBytes(connection) > maxBytesPerConnection ||
        countUnfinished(queued) >= maxPipelinedResponses
      )
        return false
      queued.add(response)
      response.once('close', () => queued.delete(response))
      return true
    },
    bytes: () => total,
    fillRatio: () => total / maxBytes,
    close: () => clearInterval(timer),
  }
}

/** The socket counts the response that is being sent. */
function pendingBytes({ socket, queued }: TrackedConnection): number {
  let bytes = socket.writableLength
  for (const response of queued) if (response.socket === null) bytes += response.writableLength
  return bytes
}

function countUnfinished(queued: ReadonlySet<ServerResponse>): number {
  let count = 0
  for (const { writableEnded } of queued) if (!writableEnded) count++
  return count
}

/**
 * Whether too little was read in the window that has ended; begins the next one. Waiting behind a response in progress
 * is not the client's fault.
 */
function isTooSlow(connection: TrackedConnection, now: number, sendTimeoutMs: number): boolean {
  const { writableLength } = connection.socket
  if (writableLength === 0) {
    connection.backlog = undefined
    return false
  }
  const sent = bytesSent(connection.socket)
  const target = sent + Math.min(minBytesPerWindow, writableLength)
  const { backlog } = connection
  if (!backlog) {
    connection.backlog = { since: now, windowStart: now, target }
    return false
  }
  if (now - backlog.windowStart < sendTimeoutMs) return false
  if (sent < backlog.target) return true
  Object.assign(backlog, { windowStart: now, target })
  return false
}

/** libuv's counters, by which Node's timeouts detect progress of a write. They have no public name. */
interface SocketWithHandle {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null
}

/** Bytes that the operating system has accepted. Without the counters, a write counts when accepted completely. */
function bytesSent(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = handleCounters(socket)
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize
}

/** Safe: every part of it may be absent. */
function handleCounters(socket: Socket) {
  return (socket as SocketWithHandle)._handle ?? {}
}
