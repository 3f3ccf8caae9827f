import { type ExpressionBuilder, sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { PolicyLabelList, PolicySettings } from '../../model/policy.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { Queryable, Tables } from '../tables.ts'

export interface StoredPolicy {
  readonly settings: PolicySettings
  /** Whether all names of the domain are in the indexes that rules read. */
  readonly isIndexed: boolean
}

type DomainKey = Pick<Domain, 'key'>

const byDomain = compiled((db, { key }: Params<DomainKey>) =>
  db
    .selectFrom('policies')
    .select(['version', 'claims', 'settings', 'isIndexed'])
    .where('domainKey', '=', key),
)

/** `undefined`: the default policy. */
export async function findPolicy(db: Queryable, { key }: DomainKey): Promise<StoredPolicy | undefined> {
  const [row] = (await byDomain(db, { key })).rows
  if (!row) return undefined
  const { version, claims, settings, isIndexed } = row
  return { settings: { version, claims, ...settings }, isIndexed }
}

/** In the order of the code units. */
export async function listPolicyLabels(
  db: Queryable,
  { key }: DomainKey,
  list: PolicyLabelList,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('policyLabels')
    .select('label')
    .where(isInList(key, list))
    .orderBy('label')
    .execute()
  return rows.map(({ label }) => label)
}

function isInList(domainKey: number, list: PolicyLabelList) {
  return (eb: ExpressionBuilder<Tables, 'policyLabels'>) =>
    eb.and([eb('domainKey', '=', domainKey), eb('list', '=', list)])
}

interface LabelQuery extends DomainKey {
  readonly label: string
  /** Hash of its skeleton. */
  readonly skeleton: number
}

const labelsLike = compiled((db, { key, label, skeleton }: Params<LabelQuery>) =>
  db
    .selectFrom('policyLabels')
    .select(['list', 'label'])
    .where('domainKey', '=', key)
    .where('list', '=', sql.lit('blockedLabels'))
    .where('label', '=', label)
    .unionAll(
      db
        .selectFrom('policyLabels')
        .select(['list', 'label'])
        .where('domainKey', '=', key)
        .where('list', '=', sql.lit('reservedLabels'))
        .where('skeleton', '=', skeleton),
    ),
)

/** The label if it is blocked, and reserved labels with that hash. */
export async function findPolicyLabels(
  db: Queryable,
  query: LabelQuery,
): Promise<readonly { readonly list: PolicyLabelList; readonly label: string }[]> {
  return (await labelsLike(db, query)).rows
}
