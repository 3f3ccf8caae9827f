import type { Authority } from '../../acme/authority.ts'
import { AuthorityError } from '../../acme/authority-error.ts'
import type { Certificate } from '../../model/certificate.ts'
import { changeAdvice, selectAdviceDue } from '../../store/entities/certificates.ts'
import type { CoreContext } from '../context.ts'
import { delayAskedFor, timeInWindow } from './renewal-time.ts'

type AdviceContext = Pick<CoreContext, 'store' | 'clock'>

interface AdviceOptions {
  readonly authority: Authority
  readonly serviceHost: string
  readonly leaseMs: number
}

const certificatesInOneRun = 20

/** After an authority that could not be reached, and for other processes while it is asked. */
const laterMs = 60 * 60_000

/**
 * Asks the authority of each certificate when it wants it to be renewed (RFC 9773), as often as it says, and has it renewed in that
 * window. Without such advice the time stays as it is: an authority that is down costs no renewal.
 */
export async function followAdvice(
  { store, clock }: AdviceContext,
  { authority, serviceHost, leaseMs }: AdviceOptions,
  signal: AbortSignal,
): Promise<void> {
  const now = clock()
  const due = await selectAdviceDue(store.db, { now, limit: certificatesInOneRun, serviceHost, leaseMs })
  for (const certificate of due) {
    if (signal.aborted) return
    const begun = { ...certificate, adviceDueAt: now + laterMs }
    if (!(await changeAdvice(store.db, certificate, { adviceDueAt: begun.adviceDueAt }))) continue
    try {
      const { window, recheckMs } = await authority.adviseRenewal(certificate.chain ?? '', signal)
      const dueAt = window ? timeOf(certificate, window) : certificate.dueAt
      await changeAdvice(store.db, begun, { dueAt, adviceDueAt: clock() + recheckMs })
    } catch (error) {
      if (signal.aborted) {
        await changeAdvice(store.db, begun, { adviceDueAt: certificate.adviceDueAt })
        return
      }
      if (!(error instanceof AuthorityError)) throw error
      const waitMs = Math.max(laterMs, delayAskedFor(error.retryAfterMs))
      await changeAdvice(store.db, begun, { adviceDueAt: clock() + waitMs })
      return
    }
  }
}

/** A time that was chosen before stays while it is within the window. */
function timeOf(
  { dueAt, adviceDueAt, issuedAt, expiresAt }: Certificate,
  window: { readonly start: number; readonly end: number },
): number {
  if (issuedAt === null || expiresAt === null) return dueAt
  const isChosen = adviceDueAt !== null && dueAt >= window.start && dueAt <= window.end
  return isChosen ? dueAt : timeInWindow(window, { issuedAt, expiresAt }, Math.random())
}
