import { findCertificate } from '../../store/entities/certificates.ts'
import type { CoreContext } from '../context.ts'
import type { CertificateFault } from '../health/reasons.ts'
import { hostOfService } from './renew-certificates.ts'

/** Of the service's own host. An own host of a domain concerns the owner of that domain, who sees it in the console. */
export async function readCertificateFault({
  store,
  clock,
  rules,
  tls,
}: Pick<CoreContext, 'store' | 'clock' | 'rules' | 'tls'>): Promise<CertificateFault | undefined> {
  if (!tls) return undefined
  const host = hostOfService({ rules })
  const { failures = 0, problem, expiresAt = null } = (await findCertificate(store.health, host)) ?? {}
  if (failures === 0 || !problem) return undefined
  return { host, validUntil: expiresAt !== null && expiresAt > clock() ? expiresAt : null, problem }
}
