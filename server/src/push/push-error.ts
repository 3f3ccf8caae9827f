/** Without the endpoint, which is a secret of the recipient. */
export class PushError extends Error {
  override readonly name = 'PushError'
  /** A status, or what kept the request from one, such as `timed-out`. */
  readonly code: string

  constructor(code: string) {
    super(`The push service did not take a message in (${code}).`)
    this.code = code
  }
}
