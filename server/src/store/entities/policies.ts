import type { YieldToEventLoop } from '../../async/yield-to-event-loop.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type PolicyLabelList, type PolicySettings } from '../../model/policy.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { insertRows } from '../driver/insert-rows.ts'
import type { PolicyRow, Queryable, StoreTransaction } from '../tables.ts'

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
  return { settings: toPolicySettings(row), isIndexed: row.isIndexed }
}

/** Fields that an earlier version did not store have their defaults. */
export function toPolicySettings({
  version,
  claims,
  settings,
}: Pick<PolicyRow, 'version' | 'claims' | 'settings'>): PolicySettings {
  const { tokenGate } = settings
  return {
    ...defaultPolicySettings,
    ...settings,
    tokenGate: tokenGate && { ...tokenGate, isOncePerToken: tokenGate.isOncePerToken ?? false },
    version,
    claims,
  }
}

/** Sets the version of the domain too. `isIndexed` counts for the first policy of the domain. */
export async function writePolicy(
  tx: StoreTransaction,
  { key }: DomainKey,
  { settings: { version, claims, ...settings }, isIndexed }: StoredPolicy,
  updatedAt: number,
): Promise<void> {
  const row = { version, claims, settings, updatedAt }
  await tx
    .insertInto('policies')
    .values({ domainKey: key, isIndexed, ...row })
    .onConflict((conflict) => conflict.column('domainKey').doUpdateSet(row))
    .execute()
  await tx.updateTable('domains').set({ policyVersion: version }).where('key', '=', key).execute()
}

/** In the order of the code points. */
export async function listPolicyLabels(
  db: Queryable,
  { key }: DomainKey,
  list: PolicyLabelList,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('policyLabels')
    .select('label')
    .where('domainKey', '=', key)
    .where('list', '=', list)
    .orderBy('label')
    .execute()
  return rows.map(({ label }) => label)
}

const chunkRows = 1000

const labelColumns = [
  { name: 'domainKey', type: 'integer' },
  { name: 'list', type: 'text' },
  { name: 'label', type: 'text' },
  { name: 'skeleton', type: 'integer' },
] as const

/** The labels are distinct. */
export async function replacePolicyLabels(
  tx: StoreTransaction,
  { key: domainKey }: DomainKey,
  list: PolicyLabelList,
  labels: readonly string[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  await tx.deleteFrom('policyLabels').where('domainKey', '=', domainKey).where('list', '=', list).execute()
  for (let start = 0; start < labels.length; start += chunkRows) {
    const chunk = labels.slice(start, start + chunkRows)
    const rows = chunk.map((label) => ({ domainKey, list, label, skeleton: hashSkeleton(skeletonOf(label)) }))
    await insertRows(tx, 'policyLabels', labelColumns, rows)
    await yieldToEventLoop()
  }
}
