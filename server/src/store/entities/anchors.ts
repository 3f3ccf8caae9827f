import type { Anchor } from '../../model/anchor.ts'
import { leaseTimeOver } from '../lease-time.ts'
import type { Queryable } from '../tables.ts'

export function findAnchor(db: Queryable, domainKey: number): Promise<Anchor | undefined> {
  return db.selectFrom('anchors').selectAll().where('domainKey', '=', domainKey).executeTakeFirst()
}

/** Idempotent; returns whether there was none. */
export async function insertAnchor(db: Queryable, domainKey: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('anchors')
    .values({
      domainKey,
      root: null,
      depth: null,
      names: null,
      records: null,
      beatAt: null,
      transactionHash: null,
      graceSeconds: null,
      eventSequence: 0,
      placeProblems: '',
      recipient: null,
      escrowedAt: null,
      failures: 0,
      failedAt: null,
      problem: null,
      dueAt: 0,
      leaseHolder: null,
      leaseUntil: 0,
    })
    .onConflict((conflict) => conflict.column('domainKey').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteAnchor(db: Queryable, domainKey: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('anchors')
    .where('domainKey', '=', domainKey)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** An anchor with its domain. */
export type AnchoredDomain = Anchor &
  Readonly<Record<'name' | 'domainId', string>> & { readonly chainId: number }

/** Of domains in use; the longest due first. */
export function selectAnchors(
  db: Queryable,
  { limit }: { readonly limit: number },
): Promise<readonly AnchoredDomain[]> {
  return db
    .selectFrom('anchors')
    .innerJoin('domains', 'domains.key', 'anchors.domainKey')
    .selectAll('anchors')
    .select(['domains.name', 'domains.chainId', 'domains.id as domainId'])
    .where('domains.deletedAt', 'is', null)
    .orderBy('dueAt')
    .orderBy('domainKey')
    .limit(limit)
    .execute()
}

interface Lease {
  readonly domainKey: number
  readonly holder: string
  readonly now: number
  /** Less than three minutes from now. */
  readonly until: number
}

/** Takes or prolongs it. False while another run has it. */
export async function takeLease(db: Queryable, { domainKey, holder, now, until }: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('anchors')
    .set({ leaseHolder: holder, leaseUntil: until })
    .where('domainKey', '=', domainKey)
    .where(({ or, eb }) =>
      or([eb('leaseHolder', 'is', null), eb('leaseHolder', '=', holder), leaseTimeOver('leaseUntil', now)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** By the run that has the lease, which ends with it where `leaseHolder` is `null`. */
export async function saveAnchor(
  db: Queryable,
  { domainKey, holder }: Pick<Lease, 'domainKey' | 'holder'>,
  change: Partial<Omit<Anchor, 'domainKey'>>,
): Promise<void> {
  await db
    .updateTable('anchors')
    .set(change)
    .where('domainKey', '=', domainKey)
    .where('leaseHolder', '=', holder)
    .execute()
}

export async function saveRecipient(
  db: Queryable,
  domainKey: number,
  recipient: string | null,
): Promise<void> {
  await db.updateTable('anchors').set({ recipient }).where('domainKey', '=', domainKey).execute()
}

/** Domains in use that share a contract with this one, in the order of their names. */
export async function selectDomainsOfResolver(
  db: Queryable,
  resolverId: string,
  { limit }: { readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where('resolverId', '=', resolverId)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}
