import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What clients have asked for and not read yet, which waits in the memory of this process. */
export interface OutputBuffers {
  /** Begins to watch the connections of a server. */
  readonly trackConnections: (server: Server) => void
  /**
   * Counts an answer that waits behind others on its connection (HTTP pipelining). False where too much waits there
   * already, in bytes or in answers: then nothing more should be made for this client.
   */
  readonly tryEnqueue: (socket: Socket, response: ServerResponse) => boolean
  /** Bytes that wait on all connections. */
  readonly bytes: () => number
  /** The same as a share of what may wait, 1 being all. */
  readonly fillRatio: () => number
  readonly close: () => void
}

export interface OutputBufferLimits {
  /** Milliseconds in which a client must have taken something of what waits for it. */
  readonly sendTimeoutMs: number
  /** Bytes that may wait on all connections together. */
  readonly maxBytes: number
  /** Bytes that may wait on one connection before its next request is refused. */
  readonly maxBytesPerConnection: number
}

/** Milliseconds between looks, in which little more can be made than a process has memory to spare. */
const sampleIntervalMs = 100

/** Bytes that a client must take in each `sendTimeoutMs`, unless less waits for it: two kilobytes a second by default. */
const minBytesPerWindow = 65_536

/** Answers that may be in the making on one connection, behind the one that is being sent. */
const maxPipelinedResponses = 32

/** A connection with what waits on it. */
interface TrackedConnection {
  readonly socket: Socket
  /** Answers behind the one that is being sent. */
  readonly queued: Set<ServerResponse>
  /** Absent while nothing waits for the client itself. */
  backlog: Backlog | undefined
}

/** Since when the client has been behind without a break, and what it has to take by when. */
interface Backlog {
  readonly since: number
  windowStart: number
  /** Bytes that it must have taken in all when the window ends. */
  target: number
}

/**
 * Watches what waits to be sent. A connection ends whose client takes too little of it in time; when all connections
 * together hold too much, those that have been behind for longest end. `onEnd` is told of each.
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

/** Bytes that wait on a connection; those of an answer whose turn has come are the socket's. */
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
 * Whether a window has ended in which a client took less than it had to; begins the next one. An answer that waits behind
 * one that is being made is not the client's doing.
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

/** The counters of a socket in libuv, by which Node's own timeouts tell whether a write goes on. They have no public name. */
interface SocketWithHandle {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null
}

/** Bytes that the operating system has taken. Without the counters, a write counts when all of it is taken. */
function bytesSent(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = handleCounters(socket)
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize
}

/** Safe because every part of it may be absent. */
function handleCounters(socket: Socket) {
  return (socket as SocketWithHandle)._handle ?? {}
}
