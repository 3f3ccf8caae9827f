import type { Certificate, ChallengeAnswer } from '../../model/certificate.ts'
import { findAnswerByToken, findAnswerOfHost, findCertificate } from '../../store/entities/certificates.ts'
import type { CoreContext } from '../context.ts'
import { maxHostLength } from '../domains/hosts.ts'

type CertificateContext = Pick<CoreContext, 'store' | 'clock'>

/** What TLS is answered with for a host. */
export interface ServedCertificate extends Pick<Certificate, 'host'> {
  readonly chain: string
  readonly privateKey: string
  readonly expiresAt: number
}

/** Undefined: none was issued for it, or it has expired. */
export async function readServedCertificate(
  { store, clock }: CertificateContext,
  host: string,
): Promise<ServedCertificate | undefined> {
  if (host.length > maxHostLength) return undefined
  const found = await findCertificate(store.db, host)
  if (!found) return undefined
  const { chain, privateKey, expiresAt } = found
  if (!chain || !privateKey || !expiresAt || expiresAt <= clock()) return undefined
  return { host, chain, privateKey, expiresAt }
}

/** Of a challenge `http-01`; undefined for a token that no challenge has. */
export async function readAnswer({ store }: CertificateContext, token: string): Promise<string | undefined> {
  return (await findAnswerByToken(store.db, token))?.keyAuthorization
}

/** Of a challenge `tls-alpn-01`. */
export async function readTlsAnswer(
  { store }: CertificateContext,
  host: string,
): Promise<ChallengeAnswer | undefined> {
  return host.length > maxHostLength ? undefined : findAnswerOfHost(store.db, host, 'tls-alpn-01')
}
