interface Refusal {
  /** Of its problem document (RFC 8555 §6.7); absent: it was no such document, or there was no response. */
  readonly type?: string | undefined
  /** Of its response; absent: there was none. */
  readonly status?: number
  /** From now: it asks to be left alone for so long. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

const typePrefix = 'urn:ietf:params:acme:error:'

/** No certificate was issued; its message is a sentence's end, such as `DNS problem: NXDOMAIN looking up A for a.example`. */
export class AuthorityError extends Error {
  override readonly name = 'AuthorityError'
  readonly retryAfterMs: number | undefined
  private readonly type: string | undefined
  private readonly status: number | undefined

  constructor(message: string, { type, status, retryAfterMs, cause }: Refusal = {}) {
    super(message, { cause })
    this.type = type
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** What a deactivated account gets is the type `unauthorized`, as of a proof that failed. */
  get isOfAccount(): boolean {
    return (
      this.isOf('accountDoesNotExist') ||
      /\baccount\b.*(not found|not exist|deactivated|revoked|not valid|unknown)|find .*\baccount\b/i.test(
        this.message,
      )
    )
  }

  /** The same request may succeed in a moment. */
  get isTransient(): boolean {
    return this.status === undefined || this.status >= 500
  }

  /** The request is wrong, or too early. */
  get isRefusal(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500 && this.status !== 429
  }

  /** By the last part of the type, such as `malformed`. */
  isOf(problem: string): boolean {
    return this.type === typePrefix + problem
  }
}
