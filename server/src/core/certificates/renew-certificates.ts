import type { Authority } from '../../acme/authority.ts'
import { AuthorityError } from '../../acme/authority-error.ts'
import type { Certificate, ChallengeKind } from '../../model/certificate.ts'
import { originOfHost } from '../../model/domain-host.ts'
import {
  beginAttempt,
  countAttemptsSince,
  deleteAccount,
  deleteAnswer,
  deleteOldAnswers,
  deleteUnusedCertificates,
  findAccount,
  findCertificate,
  keepAccount,
  saveAttempt,
  selectHostsDue,
  writeAnswer,
} from '../../store/entities/certificates.ts'
import { findHold } from '../../store/entities/settings.ts'
import type { CoreContext } from '../context.ts'

type CertificateContext = Pick<CoreContext, 'store' | 'clock' | 'rules' | 'tls'>

interface CertificateListener {
  readonly onIssued: (host: string, expiresAt: number) => void
  readonly onFailure: (host: string, problem: string) => void
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Longer than an attempt takes. */
const leaseMs = 5 * minuteMs

/** An authority keeps a challenge for less. */
const answerMs = 60 * minuteMs

const hostsInOneRun = 5

/** Of own hosts together, in a day: a fraction of what Let's Encrypt allows an account in three hours (300 orders). */
const maxAttemptsADay = 100

/**
 * Asks for what is missing or due: for the host of the service first, then for own hosts that are proven. An attempt is stored
 * before it begins, so that of several processes one makes it. A restored copy that is held asks for none: the original does.
 */
export async function renewCertificates(
  context: CertificateContext,
  listener: CertificateListener,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, tls } = context
  if (!tls || (await findHold(store.db))) return
  const now = clock()
  const serviceHost = hostOfService(context)
  await deleteOldAnswers(store.db, now)
  await deleteUnusedCertificates(store.db, { now, attemptedBefore: now - dayMs, except: serviceHost })
  const due = await selectHostsDue(store.db, { now, limit: hostsInOneRun })
  const made = await countAttemptsSince(store.db, { since: now - dayMs, except: serviceHost })
  const left = Math.max(0, maxAttemptsADay - made)
  for (const host of [serviceHost, ...due.slice(0, left)])
    if (!signal.aborted) await renew(context, tls.authority, host, listener)
}

export function hostOfService({ rules }: Pick<CoreContext, 'rules'>): string {
  return new URL(originOfHost(rules)).hostname
}

async function renew(
  context: CertificateContext,
  authority: Authority,
  host: string,
  listener: CertificateListener,
): Promise<void> {
  const { store, clock } = context
  const now = clock()
  const before = await findCertificate(store.db, host)
  if (before && before.dueAt > now) return
  if (!(await beginAttempt(store.db, { host, before, now, until: now + leaseMs }))) return
  const failures = before?.failures ?? 0
  try {
    const issued = await issue(context, authority, host, challengeOf(failures))
    const dueAt = renewalTime(issued)
    await saveAttempt(store.db, { host, ...issued, dueAt, failures: 0, problem: null })
    listener.onIssued(host, issued.expiresAt)
  } catch (error) {
    if (!(error instanceof AuthorityError)) throw error
    const dueAt = clock() + retryDelayMs(failures + 1, before?.expiresAt ?? null, clock())
    await saveAttempt(store.db, { host, dueAt, failures: failures + 1, problem: error.message })
    listener.onFailure(host, error.message)
  }
}

async function issue(context: CertificateContext, authority: Authority, host: string, kind: ChallengeKind) {
  const { store, clock } = context
  const { directoryUrl } = authority.settings
  const account =
    (await findAccount(store.db, directoryUrl)) ??
    (await keepAccount(store.db, await authority.createAccount()))
  const issuing = authority.issue(account, host, {
    kind,
    answer: (token, keyAuthorization) =>
      writeAnswer(store.db, { token, host, kind, keyAuthorization, expiresAt: clock() + answerMs }),
    forget: (token) => deleteAnswer(store.db, token),
  })
  return issuing.catch(async (error: unknown) => {
    if (error instanceof AuthorityError && error.isOfAccount) await deleteAccount(store.db, account)
    throw error
  })
}

/** In turns: one of both ports may not be reachable from outside. */
export function challengeOf(failures: number): ChallengeKind {
  return failures % 2 === 0 ? 'http-01' : 'tls-alpn-01'
}

/** When two thirds of its time are over. */
export function renewalTime({ issuedAt, expiresAt }: Record<'issuedAt' | 'expiresAt', number>): number {
  return issuedAt + Math.round(((expiresAt - issuedAt) * 2) / 3)
}

const retryMinutes = [1, 5, 30, 120, 720]

/**
 * After a number of failures in a row: from a minute to half a day. A quarter of the time that the old certificate still has
 * is the most, or twenty minutes where that is less. Let's Encrypt bounds failed validations of a host to five in an hour.
 */
export function retryDelayMs(failures: number, expiresAt: Certificate['expiresAt'], now: number): number {
  const usual = (retryMinutes[failures - 1] ?? 720) * minuteMs
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(expiresAt - now, 0)
  return Math.min(usual, Math.max(left / 4, 20 * minuteMs))
}
