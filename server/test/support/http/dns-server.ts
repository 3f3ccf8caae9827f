import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'

/** A DNS server on the loopback interface that knows TXT records. */
export interface TestDnsServer {
  /** For `DNS_SERVERS`. */
  readonly address: string
  /** Texts by name; each text is one string of a record of its own, an array the strings of one record. */
  readonly records: Map<string, readonly (string | readonly string[])[]>
  /** Names that fail with SERVFAIL. */
  readonly failing: Set<string>
  close(): Promise<void>
}

export async function startDnsServer(): Promise<TestDnsServer> {
  const records: TestDnsServer['records'] = new Map()
  const failing = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    const name = question?.name.toLowerCase() ?? ''
    const texts = records.get(name) ?? []
    const code = failing.has(name) ? serverFailure : texts.length === 0 ? noSuchName : 0
    const response = encode({
      type: 'response',
      ...(id !== undefined && { id }),
      flags: code,
      questions,
      answers: texts.map((text) => ({ type: 'TXT' as const, name, ttl: 0, data: [text].flat() })),
    })
    socket.send(response, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    failing,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** Response codes of RFC 1035 §4.1.1. */
const serverFailure = 2
const noSuchName = 3
