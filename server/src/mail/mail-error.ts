/** Without the server's own words, which name the recipient. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Such as `ECONNECTION` or `EAUTH`. */
  readonly code: string

  constructor(code: string, status: number | undefined) {
    super(`The SMTP server did not take a mail in (${[code, status].filter(Boolean).join(', ')}).`)
    this.code = code
  }
}
