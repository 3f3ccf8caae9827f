import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as its server took it in. */
interface ReceivedMail {
  readonly to: readonly string[]
  /** Header and body, as they were sent. */
  readonly source: string
}

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  /** In the order in which they arrived, also those that were refused. */
  readonly mails: readonly ReceivedMail[]
  /** Status of the response to the recipient, such as 451 or 550, and to the message; absent: it is taken in. */
  readonly faults: { recipient?: number | undefined; message?: number | undefined }
  /** Recipients that were named, also in vain. */
  readonly attempts: () => number
  readonly close: () => Promise<void>
}

/** Starts an SMTP server without TLS and accounts. `port`: that of one that was closed. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const faults: MailServer['faults'] = {}
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, callback) => {
      attempts++
      callback(faults.recipient === undefined ? null : errorOf(faults.recipient))
    },
    onData: (stream, { envelope }, callback) => {
      text(stream).then((source) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), source })
        callback(faults.message === undefined ? null : errorOf(faults.message))
      }, callback)
    },
  })
  server.on('error', () => {})
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    faults,
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function errorOf(responseCode: number): Error {
  return Object.assign(new Error('It is refused.'), { responseCode })
}

/** The fields of a mail's header, unfolded, and its parts in UTF-8, by content type. */
export function readMail({ source }: ReceivedMail) {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const field = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim()
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(head)?.[1]
  const parts = boundary === undefined ? [] : source.split(`--${boundary}`).slice(1, -1)
  const part = (type: string) => {
    const found = parts.find((one) => one.toLowerCase().includes(`content-type: ${type}`)) ?? ''
    const [partHead = '', ...rest] = found.split('\r\n\r\n')
    return decode(rest.join('\r\n\r\n'), /content-transfer-encoding: (\S+)/i.exec(partHead)?.[1])
  }
  return { head, field, text: part('text/plain'), html: part('text/html') }
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding?.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding?.toLowerCase() !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
