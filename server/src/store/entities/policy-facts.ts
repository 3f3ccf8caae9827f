import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { PolicyLabelList } from '../../model/policy.ts'
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
