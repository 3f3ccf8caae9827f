import { connect } from 'node:net'

/** One keep-alive connection; a request at a time. */
export interface Connection {
  ask(request: Buffer): Promise<Answer>
  close(): void
}

interface Answer {
  readonly status: number
  readonly body: Buffer
}

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * Connects to an HTTP/1.1 server that gives the length of its answers. On the bare socket, because a client with more
 * to it costs more per request than the servers measured here.
 *
 * `onBreak` is told when the connection fails or the server ends it.
 */
export async function openConnection(url: string, onBreak: (error: Error) => void): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received: Buffer | undefined
  let onAnswer: (answer: Answer) => void = () => {}

  socket.on('data', (chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk
    const answer = readAnswer(received)
    if (!answer) return
    received = undefined
    onAnswer(answer)
  })
  socket.on('error', (cause) => onBreak(new Error(`A connection to ${url} broke.`, { cause })))
  socket.on('end', () => onBreak(new Error(`${url} ended a connection.`)))
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  await connected

  return {
    ask: (request) => {
      const answered = new Promise<Answer>((resolve) => {
        onAnswer = resolve
      })
      socket.write(request)
      return answered
    },
    close: () => socket.destroy(),
  }
}

/** `undefined` until the whole answer is there. */
function readAnswer(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf(endOfHead)
  if (headEnd === -1) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer has no content-length:\n${head}`)
  const bodyStart = headEnd + endOfHead.length
  const bodyEnd = bodyStart + Number(length)
  if (received.length < bodyEnd) return undefined
  return { status: Number(head.slice(9, 12)), body: received.subarray(bodyStart, bodyEnd) }
}
