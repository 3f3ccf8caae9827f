import { expect, it } from 'vitest'
import type { Certificate } from '../../../src/model/certificate.ts'
import {
  changeAdvice,
  countAttemptsSince,
  findCertificate,
  selectAdviceDue,
  selectFirstDue,
  selectRenewalsDue,
} from '../../../src/store/entities/certificates.ts'
import { writeDomainHost } from '../../../src/store/entities/domain-hosts.ts'
import type { Store } from '../../../src/store/store.ts'
import { onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

const now = 1_000_000
const leaseMs = 1_000
const serviceHost = 'names.service.test'

/** Issued, not due, and with advice that is known. */
const usual: Omit<Certificate, 'host'> = {
  ...{ chain: 'chain', privateKey: 'key', issuedAt: 0, expiresAt: 2 * now, dueAt: now + 5_000 },
  ...{ attemptedAt: 500, adviceDueAt: now + 1, failures: 0, problem: null },
}

describeOnEachStore('Certificates that are due', (store) => {
  const insert = (host: string, changes: Partial<Certificate> = {}) =>
    store()
      .db.insertInto('certificates')
      .values({ host, ...usual, ...changes })
      .execute()

  it('renewals and first certificates are apart, the longest due first, and counted apart', async () => {
    await addHosts(store(), {
      'new-2': 200,
      'new-1': 100,
      failed: 10,
      due: 10,
      'due-long': 10,
      valid: 10,
      today: 950_000,
    })
    const none = { chain: null, privateKey: null, issuedAt: null, expiresAt: null }
    await insert('failed', { ...none, dueAt: 150, failures: 2, attemptedAt: 990_000 })
    await insert('due', { dueAt: now, attemptedAt: 990_000 })
    await insert('due-long', { dueAt: 5 })
    await insert('valid')
    await insert('today', { attemptedAt: 980_000 })
    await insert('removed', { dueAt: 1 })
    await insert(serviceHost, { dueAt: 1, attemptedAt: 990_000 })
    const all = { now, limit: 10 }
    expect(await selectRenewalsDue(store().db, all)).toEqual(['due-long', 'due'])
    expect(await selectFirstDue(store().db, all)).toEqual(['new-1', 'failed', 'new-2'])
    expect(await selectFirstDue(store().db, { now, limit: 0 })).toEqual([])
    expect(await countAttemptsSince(store().db, { since: 900_000, except: serviceHost })).toEqual({
      all: 3,
      first: 2,
    })
  })

  it('advice is asked for once, and not for what is asked for, has failed or is not shown', async () => {
    await addHosts(store(), { never: 1, again: 1, early: 1, asked: 1, broken: 1, over: 1 })
    const asked = async () =>
      (await selectAdviceDue(store().db, { now, limit: 10, serviceHost, leaseMs })).map(({ host }) => host)
    await store().db.deleteFrom('certificates').execute()
    await insert(serviceHost, { adviceDueAt: null, attemptedAt: 1 })
    await insert('never', { adviceDueAt: null, attemptedAt: 2 })
    await insert('again', { adviceDueAt: now, attemptedAt: 3 })
    await insert('early')
    await insert('asked', { adviceDueAt: null, attemptedAt: now, dueAt: now + leaseMs })
    await insert('broken', { adviceDueAt: null, failures: 1 })
    await insert('over', { adviceDueAt: null, dueAt: now })
    await insert('gone', { adviceDueAt: null })
    expect(await asked()).toEqual([serviceHost, 'never', 'again'])
    const never = await findCertificate(store().db, 'never')
    if (!never) throw new Error('It was inserted.')
    const change = { dueAt: 7 * now, adviceDueAt: 8 * now }
    expect(await Promise.all([1, 2].map(() => changeAdvice(store().db, never, change)))).toContain(false)
    expect(await findCertificate(store().db, 'never')).toMatchObject(change)
    const renewed = { ...never, dueAt: 3 }
    expect(await changeAdvice(store().db, renewed, { adviceDueAt: 9 })).toBe(false)
  })
})

async function addHosts(store: Store, provenAt: Readonly<Record<string, number>>): Promise<void> {
  const { domain } = await onboardDomain(store)
  for (const [host, time] of Object.entries(provenAt))
    await store.inTurn('hosts').plainTransaction((tx) =>
      writeDomainHost(tx, {
        host,
        domainKey: domain.key,
        provenAt: time,
        checkedAt: time,
        missingSince: null,
      }),
    )
}
