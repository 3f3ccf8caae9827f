/** What a client says first of a TLS connection, as far as it decides who answers. */
interface ClientHello {
  /** Lower case. */
  readonly host: string | undefined
  readonly protocols: readonly string[]
}

/** Without a server key exchange, one record has it; larger ones are no browser's. */
export const maxHelloBytes = 16_389

/**
 * Of the bytes read so far; `incomplete`: more are needed. Extensions: server name (RFC 6066 §3), ALPN (RFC 7301 §3.1).
 *
 * @throws RangeError for what is no ClientHello (RFC 8446 §4.1.2), or one in several records.
 */
export function readClientHello(bytes: Buffer): ClientHello | 'incomplete' {
  if (bytes.length > 0 && bytes[0] !== handshakeRecord) throw new RangeError('no TLS record of a handshake')
  if (bytes.length < recordHeaderBytes) return 'incomplete'
  const end = recordHeaderBytes + bytes.readUInt16BE(3)
  if (end > maxHelloBytes) throw new RangeError('a record that is too long')
  if (bytes.length < end) return 'incomplete'
  const reader = createReader(bytes.subarray(recordHeaderBytes, end))
  if (reader.number(1) !== clientHelloMessage) throw new RangeError('no ClientHello')
  reader.skip(lengthBytes + versionBytes + randomBytes)
  reader.vector(1)
  reader.vector(2)
  reader.vector(1)
  const extensions = createReader(reader.isAtEnd() ? Buffer.alloc(0) : reader.vector(2))
  let host: string | undefined
  const protocols: string[] = []
  while (!extensions.isAtEnd()) {
    const type = extensions.number(2)
    const extension = createReader(extensions.vector(2))
    if (type === serverNameExtension) host ??= readHost(extension)
    if (type === alpnExtension) {
      const list = createReader(extension.vector(2))
      while (!list.isAtEnd()) protocols.push(list.vector(1).toString('latin1'))
    }
  }
  return { host, protocols }
}

const handshakeRecord = 22
const recordHeaderBytes = 5
const clientHelloMessage = 1
const [lengthBytes, versionBytes, randomBytes] = [3, 2, 32]
const serverNameExtension = 0
const alpnExtension = 16
const hostNameType = 0

function readHost(extension: Reader): string | undefined {
  const names = createReader(extension.vector(2))
  while (!names.isAtEnd()) {
    const type = names.number(1)
    const name = names.vector(2)
    if (type === hostNameType) return name.toString('latin1').toLowerCase()
  }
  return undefined
}

type Reader = ReturnType<typeof createReader>

/** Vectors begin with their length. Beyond the end, `Buffer` throws a RangeError. */
function createReader(bytes: Buffer) {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('a ClientHello that ends early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (length: number) => take(length).readUIntBE(0, length)
  return {
    number,
    skip: (length: number) => void take(length),
    vector: (lengthBytes: number) => take(number(lengthBytes)),
    isAtEnd: () => at === bytes.length,
  }
}
