/** No certificate was issued; its message is a sentence's end, such as `DNS problem: NXDOMAIN looking up A for a.example`. */
export class AuthorityError extends Error {
  override readonly name = 'AuthorityError'

  /** The library keeps no more of a refusal than its text. */
  get isOfAccount(): boolean {
    return /\baccount\b.*(not found|not exist|deactivated|revoked|not valid|unknown)|find .*\baccount\b/i.test(
      this.message,
    )
  }
}
