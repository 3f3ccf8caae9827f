import { deferImport } from '../async/defer-import.ts'
import { MailError } from './mail-error.ts'

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The same for each attempt, so that mailboxes recognize a repetition. */
  readonly messageId: string
  /** Where a mail program stops them with one click (RFC 8058); absent: they are no mails to subscribers. */
  readonly stopUrl?: string
  readonly language: string
}

/** A server that takes mails in. */
export interface Mailer {
  /**
   * `refused`: the server will never take this mail to this address.
   *
   * @throws MailError when it may later.
   */
  readonly send: (to: string, mail: Mail) => Promise<'sent' | 'refused'>
}

export interface SmtpSettings {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password. */
  readonly url: string
  /** An address, or a name and an address in angle brackets. */
  readonly from: string
}

/** Of connecting, of the greeting, and of each response. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** Each mail has a connection of its own. */
export function createMailer({ url, from }: SmtpSettings): Mailer {
  const transport = { url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }
  const importNodemailer = deferImport(() => import('nodemailer'))
  return {
    send: async (to, { subject, text, html, messageId, stopUrl, language }) => {
      const { createTransport } = await importNodemailer()
      const transporter = createTransport(transport)
      try {
        await transporter.sendMail({
          ...{ from, to: { name: '', address: to }, subject, text, html, messageId },
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': language,
            ...(stopUrl !== undefined && {
              'List-Unsubscribe': `<${stopUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
        return 'sent'
      } catch (error) {
        return toRefusal(error)
      } finally {
        transporter.close()
      }
    },
  }
}

/** 5xx for the address or the message is for good (RFC 5321 §4.2.1); what concerns us, such as our password, may be mended. */
function toRefusal(error: unknown): 'refused' {
  const { code, responseCode } = fieldsOf(error)
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500)
    return 'refused'
  throw new MailError(code, responseCode)
}

function fieldsOf(error: unknown): { readonly code: string; readonly responseCode: number | undefined } {
  if (!(error instanceof Error)) return { code: 'unknown', responseCode: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  return { code, responseCode }
}
