import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Context } from '../../context.ts'
import { maxHelloBytes, readClientHello } from './client-hello.ts'
import { createHttp2Sessions } from './http2-sessions.ts'
import { createSecureContexts } from './secure-contexts.ts'

/** RFC 8737. */
const challengeProtocol = 'acme-tls/1'

const handshakeTimeoutMs = 10_000

/** Of connections that are about to send something, and of the last frame of others. */
const closeGraceMs = 1_000

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
  const http2 = createHttp2Sessions(context, server)
  const secured = createTlsServer({
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: handshakeTimeoutMs,
    SNICallback: answerWith(contexts.ofHost),
  })
  secured.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.accept(socket)
    else server.emit('connection', socket)
  })
  for (const each of [secured, challenges])
    each.on('tlsClientError', (err, socket) => {
      log.debug({ err, client: socket.remoteAddress }, 'a TLS handshake failed')
      socket.destroy()
    })
  /** They have not said what they want; after that, the handshake has its time. */
  const arriving = new Set<Socket>()
  const listener = createTcpServer((socket) => {
    arriving.add(socket)
    socket.once('close', () => arriving.delete(socket))
    // TCP resets of clients that are gone.
    socket.on('error', () => socket.destroy())
    readHello(socket, (isChallenge) => {
      arriving.delete(socket)
      const receiver = isChallenge ? challenges : secured
      receiver.emit('connection', socket)
    })
  })
  listener.maxConnections = config.maxConnections
  await listen(listener, target)
  return {
    port: portOf(listener),
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      http2.beginClose()
      const timer = setInterval(() => {
        for (const socket of arriving) socket.destroy()
        http2.destroyIdle()
      }, closeGraceMs)
      await closed.finally(() => clearInterval(timer))
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
