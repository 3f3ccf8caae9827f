/** What a host answers TLS with, or why it has nothing yet. Times are milliseconds since 1970. */
export interface Certificate {
  /** Lower case, in ASCII, without a port. */
  readonly host: string
  /** PEM, that of the host first. Null, as the next three: none was issued yet. */
  readonly chain: string | null
  /** PEM. Never logged or returned. */
  readonly privateKey: string | null
  readonly issuedAt: number | null
  readonly expiresAt: number | null
  /** When it is asked for next. While it is asked for: when another process may. */
  readonly dueAt: number
  readonly attemptedAt: number
  /** When the authority is asked next for the time of the renewal; null: not asked since the certificate was issued. */
  readonly adviceDueAt: number | null
  /** Since the last that succeeded. */
  readonly failures: number
  /** Of the last attempt, for the owner of the host. */
  readonly problem: string | null
}

/** An account at an authority (RFC 8555 §7.3), made at its first use. */
export interface AcmeAccount {
  readonly directoryUrl: string
  readonly url: string
  /** PEM. Never logged or returned. */
  readonly privateKey: string
}

export type ChallengeKind = 'http-01' | 'tls-alpn-01'

/** What the authority must find at a host (RFC 8555 §8.3, RFC 8737). */
export interface ChallengeAnswer {
  readonly token: string
  readonly host: string
  readonly kind: ChallengeKind
  readonly keyAuthorization: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** What the store keeps of them, by table. */
export interface CertificateTables {
  readonly certificates: Certificate
  readonly acmeAccounts: AcmeAccount
  readonly challengeAnswers: ChallengeAnswer
}
