import { createPrivateKey, X509Certificate } from 'node:crypto'
import { AuthorityError } from './authority-error.ts'

export interface IssuedCertificate {
  /** PEM, that of the host first. */
  readonly chain: string
  readonly privateKey: string
  /** Milliseconds since 1970, as the next. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * What can be served for the host: a chain that cannot would take the place of one that can.
 *
 * @throws AuthorityError.
 */
export function assertServable(
  { chain, privateKey }: Pick<IssuedCertificate, 'chain' | 'privateKey'>,
  host: string,
  now: number,
): IssuedCertificate {
  const certificate = parse(chain)
  if (!certificate) throw new AuthorityError('The authority has sent something that is no certificate.')
  const issuedAt = certificate.validFromDate.getTime()
  const expiresAt = certificate.validToDate.getTime()
  if (!certificate.checkPrivateKey(createPrivateKey(privateKey)))
    throw new AuthorityError('The authority has sent a certificate of another key.')
  if (certificate.checkHost(host, { subject: 'never' }) === undefined)
    throw new AuthorityError(`The authority has sent a certificate that is not for ${host}.`)
  if (expiresAt <= now)
    throw new AuthorityError('The authority has sent a certificate that is over. Check the clock.')
  return { chain, privateKey, issuedAt, expiresAt }
}

function parse(chain: string): X509Certificate | undefined {
  try {
    return new X509Certificate(chain)
  } catch {
    return undefined
  }
}
