import type { Domain } from '../../model/domain.ts'
import type { DomainHost } from '../../model/domain-host.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { toDomain } from './domains.ts'

type DomainKey = Pick<Domain, 'key'>

/** In the order of their names. */
export function selectDomainHosts(db: Queryable, { key }: DomainKey): Promise<readonly DomainHost[]> {
  return db.selectFrom('domainHosts').selectAll().where('domainKey', '=', key).orderBy('host').execute()
}

export function findDomainHost(db: Queryable, host: string): Promise<DomainHost | undefined> {
  return db.selectFrom('domainHosts').selectAll().where('host', '=', host).executeTakeFirst()
}

/** The domain that a host shows, unless it is deleted. */
export async function findDomainOfHost(db: Queryable, host: string): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .innerJoin('domainHosts', 'domainHosts.domainKey', 'domains.key')
    .selectAll('domains')
    .where('domainHosts.host', '=', host)
    .where('domains.deletedAt', 'is', null)
    .executeTakeFirst()
  return row && toDomain(row)
}

/** Of deleted domains too. */
export async function findDomainByKey(db: Queryable, key: number): Promise<Domain | undefined> {
  const row = await db.selectFrom('domains').selectAll().where('key', '=', key).executeTakeFirst()
  return row && toDomain(row)
}

/** Advisory lock number, "host" in ASCII. */
const hostsLockId = 0x686f7374

/** Until the transaction ends, no other that takes this lock adds a host. */
export async function lockDomainHosts(tx: StoreTransaction): Promise<void> {
  await dialectOf(tx).acquireLock(tx, hostsLockId)
}

/** Replaces the entry of the host, also one of another domain. */
export async function writeDomainHost(tx: StoreTransaction, { host, ...row }: DomainHost): Promise<void> {
  await tx
    .insertInto('domainHosts')
    .values({ host, ...row })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
    .execute()
}

/** False when the domain has no such host. */
export async function deleteDomainHost(
  tx: StoreTransaction,
  { key }: DomainKey,
  host: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('domainHosts')
    .where('host', '=', host)
    .where('domainKey', '=', key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those checked before a time, the longest ago first. */
export function selectHostsToCheck(
  db: Queryable,
  { before, now, limit }: { readonly before: number; readonly now: number; readonly limit: number },
): Promise<readonly DomainHost[]> {
  return db
    .selectFrom('domainHosts')
    .selectAll()
    .where(({ or, eb }) => or([eb('checkedAt', '<', before), eb('checkedAt', '>', now)]))
    .orderBy('checkedAt')
    .limit(limit)
    .execute()
}

/** Nothing, if the entry was removed or given to another domain since it was read. */
export async function saveHostCheck(db: Queryable, { host, domainKey, ...check }: DomainHost): Promise<void> {
  await db
    .updateTable('domainHosts')
    .set({ checkedAt: check.checkedAt, missingSince: check.missingSince })
    .where('host', '=', host)
    .where('domainKey', '=', domainKey)
    .execute()
}
