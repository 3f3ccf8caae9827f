import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'
import { toSubname } from './subname-row.ts'

/** A subname whose row is locked until the transaction ends. */
export interface LockedSubname {
  readonly key: number
  readonly subname: Subname
}

/** By label. Locks in the order of the labels: two batches that lock the same names cannot deadlock. */
export async function lockSubnames(
  tx: StoreTransaction,
  domain: Domain,
  labels: readonly string[],
): Promise<ReadonlyMap<string, LockedSubname>> {
  const rows = await tx
    .selectFrom('subnames')
    .selectAll()
    .where('domainKey', '=', domain.key)
    .where(isOneOf(tx, labels))
    .orderBy('label')
    .$if(dialectOf(tx).name === 'postgres', (query) => query.forUpdate())
    .execute()
  const { id: domainId, chainId, name: domainName } = domain
  return new Map(
    rows.map(({ key, ...row }) => {
      const subname = toSubname({ ...row, domainId, chainId, domainName })
      return [row.label, { key, subname }]
    }),
  )
}

/** Bytes of the stored records of these subnames. */
export async function countRecordBytes(
  tx: StoreTransaction,
  domain: Domain,
  labels: readonly string[],
): Promise<number> {
  const { bytes } = await tx
    .selectFrom('subnames')
    .select(
      sql<number>`cast(coalesce(sum(octet_length(records) + coalesce(octet_length(large_texts), 0)), 0) as bigint)`.as(
        'bytes',
      ),
    )
    .where('domainKey', '=', domain.key)
    .where(isOneOf(tx, labels))
    .executeTakeFirstOrThrow()
  return bytes
}

export async function findTakenLabels(
  tx: StoreTransaction,
  domain: Domain,
  labels: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('subnames')
    .select('label')
    .where('domainKey', '=', domain.key)
    .where(isOneOf(tx, labels))
    .execute()
  return new Set(rows.map(({ label }) => label))
}

function isOneOf(tx: StoreTransaction, labels: readonly string[]): RawBuilder<SqlBool> {
  return dialectOf(tx).anyOf(sql.ref('label'), labels)
}
