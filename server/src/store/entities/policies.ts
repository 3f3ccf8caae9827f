import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { YieldToEventLoop } from '../../async/time.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import type { Domain } from '../../model/domain.ts'
import { removalTypes } from '../../model/event.ts'
import { defaultPolicySettings, type PolicyLabelList, type PolicySettings } from '../../model/policy.ts'
import { bulkColumns } from '../columns.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { compiled, insertRows, type Params, unnestRows } from '../driver/statements.ts'
import type { PolicyRow, Queryable, StoreTransaction } from '../tables.ts'

interface StoredPolicy {
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
    await insertRows(tx, 'policyLabels', rows)
    await yieldToEventLoop()
  }
}

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

/** Keys of domains with names that rules of their policy cannot find yet. */
export async function findUnindexedDomains(db: Queryable): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('policies')
    .select('domainKey')
    .where('isIndexed', '=', false)
    .orderBy('domainKey')
    .execute()
  return rows.map(({ domainKey }) => domainKey)
}

/** Reservations first: one that is accepted meanwhile is then among the claimed names. */
interface IndexPosition {
  readonly isClaimed: boolean
  /** The last key. */
  readonly key: number
}

export const indexStart: IndexPosition = { isClaimed: false, key: 0 }

const indexColumns = { key: 'integer', skeleton: bulkColumns.subnames.skeleton } as const

/** Gives the next names their skeletons; `undefined` when all have theirs. */
export async function indexNextNames(
  tx: StoreTransaction,
  domainKey: number,
  { isClaimed, key }: IndexPosition,
  limit: number,
): Promise<IndexPosition | undefined> {
  const rows = await tx
    .selectFrom('subnames')
    .select(['key', 'label', 'skeleton'])
    .where('domainKey', '=', domainKey)
    .where('isClaimed', '=', isClaimed)
    .where('key', '>', key)
    .orderBy('key')
    .limit(limit)
    .execute()
  const added = rows
    .filter(({ skeleton }) => skeleton === null)
    .map(({ key, label }) => ({ key, skeleton: hashSkeleton(skeletonOf(label)) }))
  if (added.length > 0)
    await sql`
      update subnames set skeleton = added.skeleton
      from ${unnestRows(tx, indexColumns, added)} as added where subnames.key = added.key
    `.execute(tx)
  const last = rows.at(-1)
  if (last && rows.length === limit) return { isClaimed, key: last.key }
  return isClaimed ? undefined : { isClaimed: true, key: 0 }
}

export async function markIndexed(tx: StoreTransaction, domainKey: number): Promise<void> {
  await tx.updateTable('policies').set({ isIndexed: true }).where('domainKey', '=', domainKey).execute()
}

interface LockedRequest {
  /** Hash of the label's. */
  readonly skeleton: number
  readonly address: Hex | undefined
}

/**
 * Excludes other transactions that issue a look-alike or a name of this wallet, until this one ends. Always in this
 * order, so that two cannot deadlock.
 */
export async function lockPolicyRequest(
  tx: StoreTransaction,
  { key }: Pick<Domain, 'key'>,
  { skeleton, address }: LockedRequest,
): Promise<void> {
  const { acquireLock, acquireSharedLock } = dialectOf(tx)
  await acquireSharedLock(tx, lockId(key))
  await acquireLock(tx, lockId(key, 'skeleton', skeleton))
  if (address) await acquireLock(tx, lockId(key, 'wallet', address))
}

/** Excludes them all, for a transaction that issues many names. */
export async function lockPolicyOfDomain(tx: StoreTransaction, { key }: Pick<Domain, 'key'>): Promise<void> {
  await dialectOf(tx).acquireUnsharedLock(tx, lockId(key))
}

/** Advisory locks have integers. An equal hash of others only makes them wait. */
function lockId(...parts: readonly (string | number)[]): number {
  return createHash('sha256')
    .update(`policy ${parts.join(' ')}`)
    .digest()
    .readUIntBE(0, 6)
}
