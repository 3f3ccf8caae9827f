import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'

/** A DNS server on the loopback interface that knows TXT records, and the address of each name below `hosts`. */
export interface TestDnsServer {
  /** For `DNS_SERVERS`. */
  readonly address: string
  /** Texts by name; each text is one string of a record of its own, an array the strings of one record. */
  readonly records: Map<string, readonly (string | readonly string[])[]>
  /** Names that lead to 127.0.0.1. */
  readonly hosts: Set<string>
  /** Names that fail with SERVFAIL. */
  readonly failing: Set<string>
  close(): Promise<void>
}

export async function startDnsServer(): Promise<TestDnsServer> {
  const records: TestDnsServer['records'] = new Map()
  const hosts = new Set<string>()
  const failing = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    const name = question?.name.toLowerCase() ?? ''
    const texts = records.get(name) ?? []
    const isKnown = texts.length > 0 || hosts.has(name)
    const code = failing.has(name) ? serverFailure : isKnown ? 0 : noSuchName
    const isAddress = question?.type === 'A' && hosts.has(name)
    const response = encode({
      type: 'response',
      ...(id !== undefined && { id }),
      flags: code,
      questions,
      answers: isAddress
        ? [{ type: 'A' as const, name, ttl: 0, data: '127.0.0.1' }]
        : texts.map((text) => ({ type: 'TXT' as const, name, ttl: 0, data: [text].flat() })),
    })
    socket.send(response, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    hosts,
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
