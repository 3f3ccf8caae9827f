import type { Server, ServerResponse } from 'node:http'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'

/** Responses that clients have not read yet, per process. */
export interface OutputBuffers {
  readonly trackConnections: (server: Server) => void
  /** A connection with HTTP/2. */
  readonly trackSession: (session: ServerHttp2Session, socket: Socket) => void
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
  readonly destroy: () => void
  /** What the client has not taken of the responses that are being sent. */
  readonly unsentBytes: () => number
  /** Likewise, with those that wait behind them. */
  readonly pendingBytes: () => number
  /** In all. */
  readonly sentBytes: () => number
  backlog: Backlog | undefined
}

/** With HTTP/1.1, on which responses wait behind each other. */
interface PipeliningConnection extends TrackedConnection {
  readonly queued: Set<ServerResponse>
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
  const connections = new Set<TrackedConnection>()
  const pipelining = new Map<Socket, PipeliningConnection>()
  let total = 0

  const destroy = (connection: TrackedConnection) => {
    connections.delete(connection)
    connection.destroy()
    onDestroy()
  }
  const sample = () => {
    const now = performance.now()
    const backlogged: TrackedConnection[] = []
    total = 0
    for (const connection of connections) {
      if (isTooSlow(connection, now, sendTimeoutMs)) {
        destroy(connection)
        continue
      }
      const pending = connection.pendingBytes()
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
      total -= connection.pendingBytes()
      destroy(connection)
    }
  }
  const timer = setInterval(sample, sampleIntervalMs).unref()

  return {
    trackConnections: (server) => {
      server.on('connection', (socket: Socket) => {
        const connection = connectionOf(socket)
        connections.add(connection)
        pipelining.set(socket, connection)
        socket.once('close', () => {
          connections.delete(connection)
          pipelining.delete(socket)
        })
      })
    },
    trackSession: (session, socket) => {
      const connection = connectionOfSession(session, socket)
      connections.add(connection)
      session.once('close', () => connections.delete(connection))
    },
    tryEnqueue: (socket, response) => {
      const connection = pipelining.get(socket)
      if (!connection) return false
      const { queued } = connection
      if (
        connection.pendingBytes() > maxBytesPerConnection ||
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

function connectionOf(socket: Socket): PipeliningConnection {
  const queued = new Set<ServerResponse>()
  return {
    queued,
    backlog: undefined,
    destroy: () => socket.destroy(),
    // The socket counts the response that is being sent.
    unsentBytes: () => socket.writableLength,
    pendingBytes: () => {
      let bytes = socket.writableLength
      for (const response of queued) if (response.socket === null) bytes += response.writableLength
      return bytes
    },
    sentBytes: () => bytesSent(socket),
  }
}

/** Responses are sent side by side, each as far as the client allows by its windows (RFC 9113 §5.2). */
function connectionOfSession(session: ServerHttp2Session, socket: Socket): TrackedConnection {
  const streams = new Set<ServerHttp2Stream>()
  session.on('stream', (stream) => {
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
  })
  const pendingBytes = () => {
    let bytes = 0
    for (const { writableLength } of streams) bytes += writableLength
    return bytes
  }
  return {
    backlog: undefined,
    destroy: () => socket.destroy(),
    unsentBytes: pendingBytes,
    pendingBytes,
    sentBytes: () => bytesSent(socket),
  }
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
  const unsent = connection.unsentBytes()
  if (unsent === 0) {
    connection.backlog = undefined
    return false
  }
  const sent = connection.sentBytes()
  const target = sent + Math.min(minBytesPerWindow, unsent)
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
