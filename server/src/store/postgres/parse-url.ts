import pg from 'pg'
import { errorCode } from '../../error-code.ts'
import { OperatorError } from '../../operator-error.ts'

/**
 * Never connects.
 * @throws OperatorError without the URL, which contains the password.
 */
export function parsePostgresUrl(url: string): Pick<pg.Client, 'host' | 'port' | 'database'> {
  try {
    return new pg.Client({ connectionString: connectionString(url) })
  } catch (error) {
    if (error instanceof Error && errorCode(error) !== undefined && 'path' in error)
      throw new OperatorError(
        `A certificate file of the PostgreSQL URL cannot be read (${errorCode(error)}): ${error.path}.`,
      )
    // The cause would reveal the URL with its password.
    throw new OperatorError(
      'The PostgreSQL URL is not valid. Expected postgres://user:password@host:port/database.',
    )
  }
}

/**
 * The URL as pg takes it. It treats `require`, `prefer` and `verify-ca` as `verify-full` already, and prints a warning that
 * a later version will not.
 */
export function connectionString(url: string): string {
  if (/[?&]uselibpqcompat=true\b/.test(url)) return url
  return url.replace(/([?&]sslmode=)(?:require|prefer|verify-ca)(?=[&#]|$)/, '$1verify-full')
}

/** Codes of a certificate that no authority known here has signed (Node's documentation of `tls`, "X509 certificate error codes"). */
const unknownAuthorityCodes: readonly (string | undefined)[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** What an operator does about an error of connecting. */
export function connectionAdvice(error: unknown): string | undefined {
  const code = errorCode(error)
  if (unknownAuthorityCodes.includes(code))
    return (
      'The certificate of the server is of an authority that is not known here: end the URL with ' +
      '?sslmode=verify-full&sslrootcert=<file with the certificates of your provider>.'
    )
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the server is for another host: use the host name that your provider states.'
  return undefined
}
