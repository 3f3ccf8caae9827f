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
  selectFirstDue,
  selectRenewalsDue,
  writeAnswer,
} from '../../store/entities/certificates.ts'
import { findHold } from '../../store/entities/settings.ts'
import type { CoreContext } from '../context.ts'
import { followAdvice } from './follow-advice.ts'
import { challengeOf, delayAskedFor, renewalTime, retryDelayMs } from './renewal-time.ts'

type CertificateContext = Pick<CoreContext, 'store' | 'clock' | 'rules' | 'tls'>

interface CertificateListener {
  readonly onIssued: (host: string, expiresAt: number) => void
  readonly onFailure: (host: string, problem: string) => void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Longer than an attempt takes. */
const leaseMs = 5 * minuteMs

/** An authority keeps a challenge for less. */
const answerMs = 60 * minuteMs

const hostsInOneRun = 5

/** Own hosts that have no certificate yet, in a day. Let's Encrypt lets an account order 300 in three hours. */
const maxFirstADay = 100

/** Own hosts in all, in three hours. Renewals come first, so that new hosts cannot keep the others from theirs. */
const maxAttempts = { hosts: 200, withinMs: 3 * hourMs }

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
  for (const host of [serviceHost, ...(await selectOwnHosts(context, now, serviceHost))]) {
    if (signal.aborted) return
    const isLeftAlone = await renew(context, { authority: tls.authority, host, listener, signal })
    // What was asked too often may be asked for other hosts, and is not before the next run.
    if (isLeftAlone) break
  }
  await followAdvice(context, { authority: tls.authority, serviceHost, leaseMs }, signal)
}

async function selectOwnHosts({ store }: CertificateContext, now: number, serviceHost: string) {
  const except = serviceHost
  const { all } = await countAttemptsSince(store.db, { since: now - maxAttempts.withinMs, except })
  const { first } = await countAttemptsSince(store.db, { since: now - dayMs, except })
  const limit = Math.min(hostsInOneRun, Math.max(0, maxAttempts.hosts - all))
  const renewals = await selectRenewalsDue(store.db, { now, limit })
  const left = Math.min(limit - renewals.length, Math.max(0, maxFirstADay - first))
  return [...renewals, ...(await selectFirstDue(store.db, { now, limit: left }))]
}

export function hostOfService({ rules }: Pick<CoreContext, 'rules'>): string {
  return new URL(originOfHost(rules)).hostname
}

interface Renewal {
  readonly authority: Authority
  readonly host: string
  readonly listener: CertificateListener
  readonly signal: AbortSignal
}

/** Returns whether the authority asks to be left alone. */
async function renew(
  context: CertificateContext,
  { authority, host, listener, signal }: Renewal,
): Promise<boolean> {
  const { store, clock } = context
  const now = clock()
  const before = await findCertificate(store.db, host)
  if (before && before.dueAt > now) return false
  if (!(await beginAttempt(store.db, { host, before, now, until: now + leaseMs }))) return false
  const failures = before?.failures ?? 0
  try {
    const request = { host, kind: challengeOf(failures), replaced: before?.chain ?? null }
    const issued = await issue(context, authority, request, signal)
    const outcome = { dueAt: renewalTime(issued), adviceDueAt: null, failures: 0, problem: null }
    await saveAttempt(store.db, { host, ...issued, ...outcome })
    listener.onIssued(host, issued.expiresAt)
    return false
  } catch (error) {
    if (signal.aborted) {
      // At the stop of the process: the next one goes on.
      await saveAttempt(store.db, { host, dueAt: before?.dueAt ?? now })
      return true
    }
    if (!(error instanceof AuthorityError)) throw error
    const { message: problem, retryAfterMs } = error
    const waitMs = Math.max(
      retryDelayMs(failures + 1, before?.expiresAt ?? null, clock()),
      delayAskedFor(retryAfterMs),
    )
    await saveAttempt(store.db, { host, dueAt: clock() + waitMs, failures: failures + 1, problem })
    listener.onFailure(host, problem)
    return retryAfterMs !== undefined
  }
}

interface IssueRequest {
  readonly host: string
  readonly kind: ChallengeKind
  readonly replaced: Certificate['chain']
}

async function issue(
  { store, clock }: CertificateContext,
  authority: Authority,
  { host, kind, replaced }: IssueRequest,
  signal: AbortSignal,
) {
  const { directoryUrl } = authority.settings
  const account =
    (await findAccount(store.db, directoryUrl)) ??
    (await keepAccount(store.db, await authority.createAccount(signal)))
  const challenges = {
    kind,
    answer: (token: string, keyAuthorization: string) =>
      writeAnswer(store.db, { token, host, kind, keyAuthorization, expiresAt: clock() + answerMs }),
    forget: (token: string) => deleteAnswer(store.db, token),
  }
  return authority.issue(account, { host, challenges, replaced }, signal).catch(async (error: unknown) => {
    if (error instanceof AuthorityError && error.isOfAccount) await deleteAccount(store.db, account)
    throw error
  })
}
