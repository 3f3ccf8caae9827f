import type { AcmeAccount, Certificate, ChallengeAnswer, ChallengeKind } from '../../model/certificate.ts'
import type { Queryable } from '../tables.ts'

export function findCertificate(db: Queryable, host: string): Promise<Certificate | undefined> {
  return db.selectFrom('certificates').selectAll().where('host', '=', host).executeTakeFirst()
}

export function selectCertificates(db: Queryable, hosts: readonly string[]): Promise<readonly Certificate[]> {
  return db.selectFrom('certificates').selectAll().where('host', 'in', hosts).execute()
}

/** Of other hosts than one. */
export function selectFirstExpiring(
  db: Queryable,
  { except, limit }: { readonly except: string; readonly limit: number },
): Promise<readonly Pick<Certificate, 'host' | 'expiresAt' | 'failures'>[]> {
  return db
    .selectFrom('certificates')
    .select(['host', 'expiresAt', 'failures'])
    .where('host', '<>', except)
    .where('expiresAt', 'is not', null)
    .orderBy('expiresAt')
    .orderBy('host')
    .limit(limit)
    .execute()
}

interface DueHosts {
  readonly now: number
  readonly limit: number
}

/** Own hosts of domains that are not deleted, with a certificate whose renewal is due; the longest due first. */
export async function selectRenewalsDue(db: Queryable, { now, limit }: DueHosts): Promise<readonly string[]> {
  const rows = await ownHosts(db)
    .where('certificates.chain', 'is not', null)
    .where('certificates.dueAt', '<=', now)
    .orderBy('certificates.dueAt')
    .orderBy('domainHosts.host')
    .limit(limit)
    .execute()
  return rows.map(({ host }) => host)
}

/** Likewise those that have none: the longest proven first, so that no other host keeps one from its turn. */
export async function selectFirstDue(db: Queryable, { now, limit }: DueHosts): Promise<readonly string[]> {
  const rows = await ownHosts(db)
    .where('certificates.chain', 'is', null)
    .where(({ or, eb }) => or([eb('certificates.dueAt', 'is', null), eb('certificates.dueAt', '<=', now)]))
    .orderBy((eb) => eb.fn.coalesce('certificates.dueAt', 'domainHosts.provenAt'))
    .orderBy('domainHosts.host')
    .limit(limit)
    .execute()
  return rows.map(({ host }) => host)
}

function ownHosts(db: Queryable) {
  return db
    .selectFrom('domainHosts')
    .innerJoin('domains', 'domains.key', 'domainHosts.domainKey')
    .leftJoin('certificates', 'certificates.host', 'domainHosts.host')
    .select('domainHosts.host')
    .where('domains.deletedAt', 'is', null)
}

/** Hosts with an attempt since then: of all, and of those that had no certificate before. */
export async function countAttemptsSince(
  db: Queryable,
  { since, except }: { readonly since: number; readonly except: string },
): Promise<{ readonly all: number; readonly first: number }> {
  const counted = await db
    .selectFrom('certificates')
    .leftJoin('domainHosts', 'domainHosts.host', 'certificates.host')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('all'),
      fn
        .countAll<number | string>()
        .filterWhere(({ or, eb }) => or([eb('chain', 'is', null), eb('provenAt', '>', since)]))
        .as('first'),
    ])
    .where('attemptedAt', '>', since)
    .where('certificates.host', '<>', except)
    .executeTakeFirstOrThrow()
  return { all: Number(counted.all), first: Number(counted.first) }
}

/** False if another process has begun since `before` was read. */
export async function beginAttempt(
  db: Queryable,
  { host, before, now, until }: AttemptStart,
): Promise<boolean> {
  if (before) {
    const { numUpdatedRows } = await db
      .updateTable('certificates')
      .set({ dueAt: until, attemptedAt: now })
      .where('host', '=', host)
      .where('dueAt', '=', before.dueAt)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const none = {
    chain: null,
    privateKey: null,
    issuedAt: null,
    expiresAt: null,
    adviceDueAt: null,
    failures: 0,
    problem: null,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('certificates')
    .values({ host, ...none, dueAt: until, attemptedAt: now })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

interface AttemptStart {
  readonly host: string
  readonly before: Certificate | undefined
  readonly now: number
  /** When another process may try. */
  readonly until: number
}

export async function saveAttempt(
  db: Queryable,
  { host, ...outcome }: Pick<Certificate, 'host' | 'dueAt'> & Partial<Certificate>,
): Promise<void> {
  await db.updateTable('certificates').set(outcome).where('host', '=', host).execute()
}

interface AdviceDue {
  readonly now: number
  readonly limit: number
  /** Of own hosts and this one. */
  readonly serviceHost: string
  /** From the begin of an attempt to its end, at most: what is asked for already needs no advice. */
  readonly leaseMs: number
}

/** Those whose authority is asked when to renew them; one that fails to be renewed is due anyway. */
export function selectAdviceDue(
  db: Queryable,
  { now, limit, serviceHost, leaseMs }: AdviceDue,
): Promise<readonly Certificate[]> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('chain', 'is not', null)
    .where('failures', '=', 0)
    .where('dueAt', '>', now)
    .where('dueAt', '<>', ({ eb }) => eb('attemptedAt', '+', leaseMs))
    .where(({ or, eb }) => or([eb('adviceDueAt', 'is', null), eb('adviceDueAt', '<=', now)]))
    .where(({ or, eb, selectFrom }) =>
      or([eb('host', '=', serviceHost), eb('host', 'in', selectFrom('domainHosts').select('host'))]),
    )
    .orderBy('attemptedAt')
    .limit(limit)
    .execute()
}

/** False if another process asks, or the certificate is renewed. */
export async function changeAdvice(
  db: Queryable,
  { host, dueAt, adviceDueAt }: Certificate,
  change: Partial<Pick<Certificate, 'dueAt' | 'adviceDueAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('certificates')
    .set(change)
    .where('host', '=', host)
    .where('dueAt', '=', dueAt)
    .where('adviceDueAt', adviceDueAt === null ? 'is' : '=', adviceDueAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those of hosts that are not shown any more, once they have expired and a day after the last attempt. */
export async function deleteUnusedCertificates(
  db: Queryable,
  { now, attemptedBefore, except }: UnusedCertificates,
): Promise<void> {
  await db
    .deleteFrom('certificates')
    .where('host', '<>', except)
    .where('host', 'not in', (select) => select.selectFrom('domainHosts').select('host'))
    .where('attemptedAt', '<', attemptedBefore)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '<', now)]))
    .execute()
}

interface UnusedCertificates {
  readonly now: number
  readonly attemptedBefore: number
  readonly except: string
}

/** This account, or the one that another process has stored before. */
export async function keepAccount(db: Queryable, account: AcmeAccount): Promise<AcmeAccount> {
  await db
    .insertInto('acmeAccounts')
    .values(account)
    .onConflict((conflict) => conflict.column('directoryUrl').doNothing())
    .execute()
  return db
    .selectFrom('acmeAccounts')
    .selectAll()
    .where('directoryUrl', '=', account.directoryUrl)
    .executeTakeFirstOrThrow()
}

export async function deleteAccount(db: Queryable, { url }: AcmeAccount): Promise<void> {
  await db.deleteFrom('acmeAccounts').where('url', '=', url).execute()
}

export function findAccount(db: Queryable, directoryUrl: string): Promise<AcmeAccount | undefined> {
  return db.selectFrom('acmeAccounts').selectAll().where('directoryUrl', '=', directoryUrl).executeTakeFirst()
}

export async function writeAnswer(db: Queryable, { token, ...answer }: ChallengeAnswer): Promise<void> {
  await db
    .insertInto('challengeAnswers')
    .values({ token, ...answer })
    .onConflict((conflict) => conflict.column('token').doUpdateSet(answer))
    .execute()
}

export async function deleteAnswer(db: Queryable, token: string): Promise<void> {
  await db.deleteFrom('challengeAnswers').where('token', '=', token).execute()
}

export async function deleteOldAnswers(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('challengeAnswers').where('expiresAt', '<', now).execute()
}

export function findAnswerByToken(db: Queryable, token: string): Promise<ChallengeAnswer | undefined> {
  return db
    .selectFrom('challengeAnswers')
    .selectAll()
    .where('token', '=', token)
    .where('kind', '=', 'http-01')
    .executeTakeFirst()
}

/** The newest of a host. */
export function findAnswerOfHost(
  db: Queryable,
  host: string,
  kind: ChallengeKind,
): Promise<ChallengeAnswer | undefined> {
  return db
    .selectFrom('challengeAnswers')
    .selectAll()
    .where('host', '=', host)
    .where('kind', '=', kind)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst()
}
