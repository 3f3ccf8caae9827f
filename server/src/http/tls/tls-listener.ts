import { once } from 'node:events'
import type { Server } from 'node:http'
import { constants, createServer as createHttp2Server, type Http2Session } from 'node:http2'
import { createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Context } from '../../context.ts'
import { maxHeaderBytes } from '../server/server-options.ts'
import { maxHelloBytes, readClientHello } from './client-hello.ts'
import { createSecureContexts } from './secure-contexts.ts'

/** RFC 8737. */
const challengeProtocol = 'acme-tls/1'

const handshakeTimeoutMs = 10_000
const idleTimeoutMs = 72_000
const maxConcurrentStreams = 128

/**
 * Answers TLS, with HTTP/2 and HTTP/1.1, and hands each request to `server` as if it had come there.
 *
 * @returns its port, and how to stop it: connections end with the requests in flight on them.
 */
export async function listenTls(
  context: Context,
  server: Server,
  target: ListenTarget,
): Promise<TlsListener> {
  const { config, log } = context
  if (!config.tls) throw new Error('TLS is off.')
  const contexts = createSecureContexts(context)
  const challenges = createTlsServer({
    ALPNProtocols: [challengeProtocol],
    handshakeTimeout: handshakeTimeoutMs,
    SNICallback: answerWith(contexts.ofChallenge),
  })
  challenges.on('secureConnection', (socket) => socket.end())
  const http2 = createHttp2Server({
    settings: { maxConcurrentStreams, maxHeaderListSize: maxHeaderBytes },
    unknownProtocolTimeout: handshakeTimeoutMs,
  })
  const sessions = new Set<Http2Session>()
  http2.on('session', (session) => {
    sessions.add(session)
    session.setTimeout(idleTimeoutMs, () => session.close())
    session.once('close', () => sessions.delete(session))
  })
  http2.on('request', (request, response) => {
    const { ':authority': authority } = request.headers
    if (authority !== undefined) request.headers.host ??= authority
    const { stream } = request
    const cut = () => stream.close(constants.NGHTTP2_CANCEL)
    // As for HTTP/1.1: of the whole request, and of a response that is not read.
    const receiving = setTimeout(cut, config.requestTimeoutMs)
    request.once('end', () => clearTimeout(receiving))
    stream.once('close', () => clearTimeout(receiving))
    stream.setTimeout(idleTimeoutMs, cut)
    server.emit('request', request, response)
  })
  const secured = createTlsServer({
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: handshakeTimeoutMs,
    SNICallback: answerWith(contexts.ofHost),
  })
  secured.on('secureConnection', (socket: TLSSocket) => {
    const receiver = socket.alpnProtocol === 'h2' ? http2 : server
    receiver.emit('connection', socket)
  })
  for (const each of [secured, challenges])
    each.on('tlsClientError', (err, socket) => {
      log.debug({ err, client: socket.remoteAddress }, 'a TLS handshake failed')
      socket.destroy()
    })
  const listener = createTcpServer((socket) => {
    // TCP resets of clients that are gone.
    socket.on('error', () => socket.destroy())
    readHello(socket, (isChallenge) => (isChallenge ? challenges : secured).emit('connection', socket))
  })
  listener.maxConnections = config.maxConnections
  await listen(listener, target)
  return {
    port: portOf(listener),
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      for (const session of sessions) session.close()
      await closed
    },
  }
}

export interface TlsListener {
  readonly port: number
  readonly close: () => Promise<void>
}

/** Of `SNICallback`: without a context, the handshake fails with the alert `unrecognized_name`. */
function answerWith(find: ReturnType<typeof createSecureContexts>['ofHost']) {
  return (
    host: string,
    callback: (error: Error | null, secure?: Awaited<ReturnType<typeof find>>) => void,
  ) => {
    find(host).then(
      (secure) => (secure ? callback(null, secure) : callback(new Error(`No certificate for ${host}.`))),
      (error: Error) => callback(error),
    )
  }
}

/** Calls back once the client has said which protocols it speaks; what was read is put back. */
function readHello(socket: Socket, use: (isChallenge: boolean) => void): void {
  const parts: Buffer[] = []
  const timer = setTimeout(() => socket.destroy(), handshakeTimeoutMs)
  const read = () => {
    const part: Buffer | null = socket.read()
    if (part !== null) parts.push(part)
    const bytes = Buffer.concat(parts)
    const hello = tryRead(bytes)
    if (hello === 'incomplete' && bytes.length < maxHelloBytes) return
    socket.off('readable', read)
    clearTimeout(timer)
    if (hello === undefined || hello === 'incomplete') return void socket.destroy()
    socket.unshift(bytes)
    use(hello.protocols.includes(challengeProtocol))
  }
  socket.on('readable', read)
  socket.once('close', () => clearTimeout(timer))
}

function tryRead(bytes: Buffer) {
  try {
    return readClientHello(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** An address, or with it a listening socket that is used in its place. */
export interface ListenTarget {
  readonly host: string
  readonly port: number
  readonly handle?: object
}

export async function listen(server: NetServer, target: ListenTarget): Promise<void> {
  const listening = once(server, 'listening')
  server.listen(target)
  await listening
}

export function portOf(server: NetServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
