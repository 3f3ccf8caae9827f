import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Buffered responses that clients have not read yet, in the memory of this process. */
export interface OutputBuffers {
  /** Monitors the connections of a server. */
  readonly trackConnections: (server: Server) => void
  /**
   * Counts a response that waits behind others on its connection (HTTP pipelining). False when too much waits there already, in
   * bytes or in responses: then nothing more should be produced for this client.
   */
  readonly tryEnqueue: (socket: Socket, response: ServerResponse) => boolean
  /** Buffered bytes on all connections. */
  readonly bytes: () => number
  /** The same as a share of the maximum. */
  readonly fillRatio: () => number
  readonly close: () => void
}

export interface OutputBufferLimits {
  /** Milliseconds in which a client must have read some of its buffered data. */
  readonly sendTimeoutMs: number
  /** Maximum buffered bytes on all connections together. */
  readonly maxBytes: number
  /** Buffered bytes on one connection above which its next request is rejected. */
  readonly maxBytesPerConnection: number
}

/** Milliseconds between samples; little more can be buffered meanwhile than a process has memory to spare. */
const sampleIntervalMs = 100

/** Bytes that a client must read in each `sendTimeoutMs`, unless less is buffered: two kilobytes a second by default. */
const minBytesPerWindow = 65_536

/** Responses in progress on one connection, behind the one that is being sent. */
const maxPipelinedResponses = 32

/** A connection with buffered data. */
interface TrackedConnection {
  readonly socket: Socket
  /** Responses behind the one that is being sent. */
  readonly queued: Set<ServerResponse>
  /** Absent while nothing is buffered for the client. */
  backlog: Backlog | undefined
}

/** Since when the client has been behind without a break, and its next deadline. */
interface Backlog {
  readonly since: number
  windowStart: number
  /** Total bytes that it must have read when the window ends. */
  target: number
}

/**
 * Monitors output buffers. A connection ends when its client reads too little in time; when all connections together hold too
 * much, those that have been behind for longest end. `onEnd` is called for each.
 */
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

/** Buffered bytes of a connection; those of the response that is being sent are the socket's. */
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
 * Whether a window has ended in which a client read too little; begins the next one. A response that waits behind one in
 * progress is not the client's fault.
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

/** The counters of a socket in libuv, by which Node's own timeouts detect progress of a write. They have no public name. */
interface SocketWithHandle {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null
}

/** Bytes that the operating system has accepted. Without the counters, a write counts when it is accepted completely. */
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
