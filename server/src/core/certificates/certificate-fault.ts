import type { Certificate } from '../../model/certificate.ts'
import { findCertificate, selectFirstExpiring } from '../../store/entities/certificates.ts'
import type { CoreContext } from '../context.ts'
import type { CertificateFault, CertificateState } from '../health/reasons.ts'
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
  const found = await findCertificate(store.health, host)
  const { failures = 0, expiresAt = null } = found ?? {}
  const problem = failures > 0 ? found?.problem : found && overdueProblem(found, clock())
  if (!problem) return undefined
  return { host, validUntil: expiresAt !== null && expiresAt > clock() ? expiresAt : null, problem }
}

/** A renewal begins when a third of the time is left. */
const overdueShare = 1 / 4

function overdueProblem({ issuedAt, expiresAt }: Certificate, now: number): string | undefined {
  if (issuedAt === null || expiresAt === null) return undefined
  const isOverdue = expiresAt - now < (expiresAt - issuedAt) * overdueShare
  return isOverdue
    ? 'its renewal is overdue, and none has failed: is the service running all the time?'
    : undefined
}

/** Other hosts than that of the service. */
const maxOtherHosts = 19

/** For health and metrics, whose labels are bounded. */
export async function readCertificateStates({
  store,
  rules,
  tls,
}: Pick<CoreContext, 'store' | 'rules' | 'tls'>): Promise<readonly CertificateState[]> {
  if (!tls) return []
  const host = hostOfService({ rules })
  const own = await findCertificate(store.health, host)
  const others = await selectFirstExpiring(store.health, { except: host, limit: maxOtherHosts })
  return [own ?? { host, expiresAt: null, failures: 0 }, ...others]
}
