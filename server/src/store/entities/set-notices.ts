import { type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import { type ChainId, storedChainId } from '../../ens/chains.ts'
import { joinName, storedName } from '../../ens/names.ts'
import type { SealedSet } from '../../model/seal.ts'
import type { Subname } from '../../model/subname.ts'
import type { Workspace } from '../../model/workspace.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** How long before its end a set is announced; also in the index of migration 0044. */
const noticeLeadSeconds = 14 * 86_400

/** Of a set whose end is to be announced. */
export interface DueSet
  extends Pick<SealedSet, 'holder' | 'sequence' | 'validUntil'>,
    Pick<Subname, 'chainId' | 'name' | 'domainId'> {
  readonly workspaceId: Workspace['id']
  readonly subnameKey: number
  /** Up to when it was announced, in Unix seconds. */
  readonly noticedUntil: number
}

interface DueQuery {
  /** In Unix seconds. */
  readonly now: number
  readonly limit: number
}

/** Valid still, for the lead at most; those that end first come first. */
export function selectEndingSets(db: Queryable, { now, limit }: DueQuery): Promise<readonly DueSet[]> {
  // As the index of migration 0044 has it.
  const isDue = sql<SqlBool>`noticed_until < valid_until - ${sql.lit(noticeLeadSeconds)}
    and valid_until >= ${now} and valid_until <= ${now + noticeLeadSeconds}`
  return selectDue(db, isDue, limit)
}

/** Valid no more; those that ended first come first. */
export function selectEndedSets(db: Queryable, { now, limit }: DueQuery): Promise<readonly DueSet[]> {
  return selectDue(db, sql<SqlBool>`noticed_until <= valid_until and valid_until < ${now}`, limit)
}

async function selectDue(
  db: Queryable,
  isDue: ReturnType<typeof sql<SqlBool>>,
  limit: number,
): Promise<readonly DueSet[]> {
  const due = db
    .selectFrom('sealedSets')
    .select(['subnameKey', 'holder', 'setSequence', 'validUntil', 'noticedUntil'])
    .where(isDue)
    .orderBy('validUntil')
    .limit(limit)
    .as('due')
  const rows = await db
    .selectFrom(due)
    .innerJoin('subnames', 'subnames.key', 'due.subnameKey')
    .innerJoin('domains', 'domains.key', 'subnames.domainKey')
    .select(['due.subnameKey', 'due.holder', 'due.setSequence', 'due.validUntil', 'due.noticedUntil'])
    .select(['subnames.label', 'domains.name as domain', 'domains.chainId'])
    .select(['domains.id as domainId', 'domains.workspaceId'])
    .orderBy('due.validUntil')
    .execute()
  return rows.map(({ label, domain, chainId, setSequence: sequence, ...row }) => ({
    ...row,
    sequence,
    chainId: storedChainId(chainId),
    name: joinName(storedName(label), storedName(domain)),
  }))
}

/** Whether it is still to be announced, which it is no more then: another process may have, or the holder has signed anew. */
export async function takeDueSet(
  tx: StoreTransaction,
  { subnameKey, sequence, noticedUntil }: DueSet,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sealedSets')
    .set({ noticedUntil: now })
    .where('subnameKey', '=', subnameKey)
    .where('setSequence', '=', sequence)
    .where('noticedUntil', '=', noticedUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Of a name, as its holder sees it. */
export type EndingSet = Omit<DueSet, 'workspaceId' | 'noticedUntil'>

/** Where a page ends. */
export type EndingPosition = readonly [validUntil: number, subnameKey: number]

interface HolderQuery {
  readonly chainId: ChainId
  readonly holder: Hex
  /** Unix seconds: those that end up to then. */
  readonly until: number
  readonly after: EndingPosition | undefined
  readonly limit: number
}

/** Those that end first come first; without names of blocked and deleted domains. */
export async function selectEndingOfHolder(
  db: Queryable,
  { chainId, holder, until, after, limit }: HolderQuery,
): Promise<readonly EndingSet[]> {
  const [validUntil, subnameKey] = after ?? [-1, -1]
  const rows = await db
    .selectFrom('sealedSets')
    .innerJoin('subnames', 'subnames.key', 'sealedSets.subnameKey')
    .innerJoin('domains', 'domains.key', 'subnames.domainKey')
    .select([
      'sealedSets.subnameKey',
      'sealedSets.holder',
      'sealedSets.setSequence as sequence',
      'validUntil',
    ])
    .select(['subnames.label', 'domains.name as domain', 'domains.id as domainId'])
    .where('sealedSets.holder', '=', holder)
    .where('validUntil', '<=', until)
    .where(sql<SqlBool>`(sealed_sets.valid_until, sealed_sets.subname_key) > (${validUntil}, ${subnameKey})`)
    .where('domains.chainId', '=', chainId)
    .where('domains.isBlocked', '=', false)
    .where('domains.deletedAt', 'is', null)
    .orderBy('validUntil')
    .orderBy('sealedSets.subnameKey')
    .limit(limit)
    .execute()
  return rows.map(({ label, domain, ...row }) => ({
    ...row,
    chainId,
    name: joinName(storedName(label), storedName(domain)),
  }))
}
