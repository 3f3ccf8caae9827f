import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import type { PolicyLabelList } from '../../model/policy.ts'
import { hexToBytes } from '../driver/bytes.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'

type DomainKey = Pick<Domain, 'key'>

/** Labels of names with one of these hashes of their skeletons. */
export async function findLabelsBySkeleton(
  db: Queryable,
  { key }: DomainKey,
  skeletons: readonly number[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subnames')
    .select('label')
    .where('domainKey', '=', key)
    .where(anyKeyOf(db, sql.ref('skeleton'), skeletons))
    .execute()
  return rows.map(({ label }) => label)
}

export interface ListedLabel {
  readonly list: PolicyLabelList
  readonly label: string
}

/** Labels of the policy's lists with one of these hashes. */
export async function findListedLabels(
  db: Queryable,
  { key }: DomainKey,
  skeletons: readonly number[],
): Promise<readonly ListedLabel[]> {
  return db
    .selectFrom('policyLabels')
    .select(['list', 'label'])
    .where('domainKey', '=', key)
    .where(anyKeyOf(db, sql.ref('skeleton'), skeletons))
    .execute()
}

/** Bytes of a holder in the index. */
const indexedHolderBytes = 6

interface HolderQuery extends DomainKey {
  readonly holder: Uint8Array
  readonly prefix: Uint8Array
  readonly limit: number
}

const byHolder = compiled((db, { key, holder, prefix, limit }: Params<HolderQuery>) =>
  db
    .selectFrom(
      db
        .selectFrom('subnames')
        .select('key')
        .where('domainKey', '=', key)
        .where(sql`substr(holder, 1, ${sql.lit(indexedHolderBytes)})`, '=', prefix)
        .where('holder', '=', holder)
        .where('skeleton', 'is not', null)
        .limit(limit)
        .as('held'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Names and reservations of the address in the domain, up to `limit`. */
export async function countNamesOfHolder(
  db: Queryable,
  { key }: DomainKey,
  address: Hex,
  limit: number,
): Promise<number> {
  const holder = hexToBytes(address)
  const prefix = holder.subarray(0, indexedHolderBytes)
  const [row] = (await byHolder(db, { key, holder, prefix, limit })).rows
  return Number(row?.count ?? 0)
}

const removalTypes = ['subname.revoked', 'subname.rejected', 'subname.erased'] as const

/**
 * When these names were last removed, as far as the event log goes back: milliseconds since 1970, by name. Absent: never.
 */
export async function findRemovalTimes(
  db: Queryable,
  chainId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  for (const table of ['eventLog', 'pendingEvents'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['name', ({ fn }) => fn.max('createdAt').as('time')])
      .where(dialectOf(db).anyOf(sql.ref('name'), names))
      .where('chainId', '=', chainId)
      .where('type', 'in', removalTypes)
      .groupBy('name')
      .execute()
    for (const { name, time } of rows)
      if (name !== null) times.set(name, Math.max(time, times.get(name) ?? 0))
  }
  return times
}
