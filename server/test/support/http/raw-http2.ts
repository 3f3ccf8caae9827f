import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

/** Types of frames (RFC 9113 §6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
}

export const flags = { none: 0, endStream: 1, endHeaders: 4 }

export function frame(type: number, flag: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flag
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Literal fields without a table (RFC 7541 §6.2.2), the first four by their index. */
export function headerBlock(
  { method, path, host }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly host: string },
  others: Readonly<Record<string, string>> = {},
): Buffer {
  const text = (value: string) => Buffer.concat([length(value.length), Buffer.from(value, 'latin1')])
  return Buffer.concat([
    Buffer.from([method === 'GET' ? 0x82 : 0x83, 0x87, 0x04]),
    text(path),
    Buffer.from([0x01]),
    text(host),
    ...Object.entries(others).flatMap(([name, value]) => [Buffer.from([0x00]), text(name), text(value)]),
  ])
}

/** RFC 7541 §5.1, with a prefix of seven bits. */
function length(value: number): Buffer {
  if (value < 127) return Buffer.from([value])
  const bytes = [127]
  let rest = value - 127
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

export interface RawHttp2 {
  readonly socket: TLSSocket
  readonly send: (...frames: readonly Buffer[]) => void
  /** Received so far: type, stream and payload of each. */
  readonly frames: () => readonly {
    readonly type: number
    readonly stream: number
    readonly payload: Buffer
  }[]
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
}

interface RawOptions {
  readonly port: number
  readonly host: string
  readonly ca: string
  /** The first frame of the client, its settings: pairs of a number and a value. */
  readonly settings?: readonly (readonly [id: number, value: number])[]
}

/** A client of HTTP/2 that sends what it likes. */
export async function openRawHttp2({ port, host, ca, settings = [] }: RawOptions): Promise<RawHttp2> {
  const socket = connect({ host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const send = (...frames: readonly Buffer[]) => void (socket.writable && socket.write(Buffer.concat(frames)))
  const pairs = settings.map(([id, value]) => {
    const pair = Buffer.alloc(6)
    pair.writeUInt16BE(id)
    pair.writeUInt32BE(value, 2)
    return pair
  })
  send(
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frame(frameTypes.settings, 0, 0, Buffer.concat(pairs)),
  )
  return { socket, send, closed, frames: () => parse(received) }
}

function parse(bytes: Buffer) {
  const frames: { readonly type: number; readonly stream: number; readonly payload: Buffer }[] = []
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3)
    if (end > bytes.length) break
    frames.push({
      type: bytes[at + 3] ?? 0,
      stream: bytes.readUInt32BE(at + 5),
      payload: bytes.subarray(at + 9, end),
    })
    at = end
  }
  return frames
}
