import type { Server } from 'node:http'
import {
  constants,
  createServer,
  type Http2ServerRequest,
  Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { Context } from '../../context.ts'
import { failureEnvelope } from '../schema/envelope.ts'
import { headersTooLargeError } from '../server/client-error-handler.ts'
import { maxHeaderBytes } from '../server/server-options.ts'

/** Connections with HTTP/2, whose requests are handled as those of HTTP/1.1. */
interface Http2Sessions {
  readonly accept: (connection: TLSSocket) => void
  /** Sends GOAWAY (RFC 9113 §6.8): requests in flight are completed, later ones are the client's to send again. */
  readonly beginClose: () => void
  /** Cuts those without a request, whose clients do not take the GOAWAY. */
  readonly destroyIdle: () => void
}

interface Session {
  readonly socket: TLSSocket
  /** In flight. */
  requests: number
}

const idleTimeoutMs = 72_000
const protocolTimeoutMs = 10_000
const maxConcurrentStreams = 128
const highestStreamId = 2 ** 31 - 1

/** What nghttp2 and Node do not bound of a client. */
export function createHttp2Sessions(
  { config, outputBuffers, shutdown }: Pick<Context, 'config' | 'outputBuffers' | 'shutdown'>,
  handler: Server,
): Http2Sessions {
  const sessions = new Map<ServerHttp2Session, Session>()
  let isClosing = false
  const server = createServer({
    settings: { maxConcurrentStreams, maxHeaderListSize: maxHeaderBytes },
    unknownProtocolTimeout: protocolTimeoutMs,
    Http2ServerResponse: Response,
  })
  const track = (session: ServerHttp2Session, socket: TLSSocket) => {
    const known = { socket, requests: 0 }
    sessions.set(session, known)
    outputBuffers.trackSession(session, socket)
    // The end of a session alone waits until its client takes what was written.
    const cut = () => void socket.destroy()
    session.setTimeout(idleTimeoutMs, cut)
    let leaving: NodeJS.Timeout | undefined
    session.once('goaway', () => (leaving = setTimeout(cut, idleTimeoutMs)))
    session.once('close', () => {
      clearTimeout(leaving)
      sessions.delete(session)
    })
    session.on('stream', (stream) => {
      known.requests++
      stream.once('close', () => known.requests--)
    })
    if (isClosing) session.close()
  }
  // As HTTP/1.1 closes connections with their next response: clients open others, and requests on these are still served.
  shutdown.addEventListener('abort', () => {
    for (const session of sessions.keys()) session.goaway(constants.NGHTTP2_NO_ERROR, highestStreamId)
  })
  server.on('request', (request, response) => {
    const { ':authority': authority } = request.headers
    // RFC 9113 §8.3.1: in the place of a header `host`.
    if (authority !== undefined) request.headers.host = authority
    limitTime(request, config.requestTimeoutMs)
    if (headBytes(request) > maxHeaderBytes) refuseHead(response)
    else handler.emit('request', request, response)
  })
  return {
    accept: (socket) => {
      // Emitted in the course of `emit`.
      server.once('session', (session) => track(session, socket))
      server.emit('connection', socket)
    },
    beginClose: () => {
      isClosing = true
      for (const session of sessions.keys()) session.close()
    },
    destroyIdle: () => {
      for (const { socket, requests } of sessions.values()) if (requests === 0) socket.destroy()
    },
  }
}

/**
 * Without the header `connection` (RFC 9113 §8.2.2), with which handlers close those of HTTP/1.1: Node leaves it out as well, and
 * writes a warning to the log.
 */
class Response extends Http2ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): void {
    if (!isOfConnection(name)) super.setHeader(name, value)
  }

  /** Handlers give a list of names and values, or an object. */
  override writeHead(status: number, ...given: unknown[]): this {
    const [headers] = given
    return Reflect.apply(super.writeHead, this, [status, withoutConnection(headers)])
  }
}

function isOfConnection(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === 'connection'
}

function withoutConnection(headers: unknown): unknown {
  if (Array.isArray(headers)) return headers.filter((_, at) => !isOfConnection(headers[at - (at % 2)]))
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !isOfConnection(name)))
}

/** As for HTTP/1.1: of the whole request, and of a response that is not read. */
function limitTime(request: Http2ServerRequest, requestTimeoutMs: number): void {
  const { stream } = request
  const cut = () => stream.close(constants.NGHTTP2_CANCEL)
  const receiving = setTimeout(cut, requestTimeoutMs)
  request.once('end', () => clearTimeout(receiving))
  stream.once('close', () => clearTimeout(receiving))
  stream.setTimeout(idleTimeoutMs, cut)
}

/** As it would be with HTTP/1.1. The announced bound holds only once a client has acknowledged it. */
function headBytes({ rawHeaders }: Http2ServerRequest): number {
  const separatorBytes = 2
  return rawHeaders.reduce((bytes, text) => bytes + text.length + separatorBytes, 0)
}

function refuseHead(response: Http2ServerResponse): void {
  response
    .writeHead(headersTooLargeError.status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(failureEnvelope(headersTooLargeError)))
}
