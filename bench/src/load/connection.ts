import { connect } from 'node:net'

/** One keep-alive connection. */
export interface Connection {
  /** Sends a request; responses are passed to the callbacks in the order of the requests. A callback must not throw. */
  send(request: Buffer, onAnswer: OnResponse): void
  close(): void
}

/** `body` is valid until the callback returns. */
type OnResponse = (status: number, body: Buffer) => void

const headerTerminator = Buffer.from('\r\n\r\n')

/**
 * Connects to an HTTP/1.1 server whose responses have a content-length. On the bare socket, because a complete client
 * costs more per request than the measured servers.
 *
 * `onBreak` is called when the connection fails or the server closes it.
 */
export async function openConnection(url: string, onBreak: (error: Error) => void): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const pending: OnResponse[] = []
  let received: Buffer | undefined

  socket.on('data', (chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk
    while (received) {
      const response = parseResponse(received)
      if (!response) return
      received = response.end < received.length ? received.subarray(response.end) : undefined
      const onResponse = pending.shift()
      if (!onResponse) return onBreak(new Error(`${url} answered without being asked.`))
      onResponse(response.status, response.body)
    }
  })
  socket.on('error', (cause) => onBreak(new Error(`A connection to ${url} broke.`, { cause })))
  socket.on('end', () => onBreak(new Error(`${url} ended a connection.`)))
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  await connected

  return {
    send: (request, onResponse) => {
      pending.push(onResponse)
      socket.write(request)
    },
    close: () => socket.destroy(),
  }
}

/** `undefined` until the response is complete. */
function parseResponse(received: Buffer) {
  const headEnd = received.indexOf(headerTerminator)
  if (headEnd === -1) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`A response has no content-length:\n${head}`)
  const bodyStart = headEnd + headerTerminator.length
  const end = bodyStart + Number(length)
  if (received.length < end) return undefined
  return { status: Number(head.slice(9, 12)), body: received.subarray(bodyStart, end), end }
}
