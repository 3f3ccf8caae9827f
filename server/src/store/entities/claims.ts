import { createHash } from 'node:crypto'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Label } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import type {
  Claim,
  ClaimDecision,
  ClaimOfWallet,
  ClaimState,
  ClaimSummary,
  NewClaim,
} from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import { keyBounds } from '../driver/index-range.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { ClaimRow, Queryable, StoreTransaction, Tables } from '../tables.ts'
import { decodeActor, encodeActor } from './event-row.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

type DomainKey = Pick<Domain, 'key'>

/** Until the transaction ends, no other transaction that takes this lock adds a claim of the domain. */
export async function lockClaims(tx: StoreTransaction, { key }: DomainKey): Promise<void> {
  const lock = createHash('sha256').update(`claims ${key}`).digest().readUIntBE(0, 6)
  await dialectOf(tx).acquireLock(tx, lock)
}

/** `undefined` when the label has a pending claim: the unique index decides races. */
export async function insertClaim(
  tx: StoreTransaction,
  { records, ...claim }: NewClaim,
): Promise<Claim | undefined> {
  const row = await tx
    .insertInto('claims')
    .values({ ...claim, ...encodeRecords(records), ...undecided })
    .onConflict((conflict) =>
      conflict.columns(['domainKey', 'label']).where('state', '=', sql.lit('pending')).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return row && toClaim(row)
}

export async function findClaim(db: Queryable, { key }: DomainKey, id: string): Promise<Claim | undefined> {
  const row = await db
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', id)
    .where('domainKey', '=', key)
    .executeTakeFirst()
  return row && toClaim(row)
}

export interface ClaimsQuery {
  readonly state: ClaimState
  /** Key of the last claim of the previous page; absent: the first page. */
  readonly after?: number | undefined
  readonly limit: number
}

/** The oldest first. */
export async function selectClaims(
  db: Queryable,
  { key }: DomainKey,
  { state, after = 0, limit }: ClaimsQuery,
): Promise<readonly Claim[]> {
  const { condition, order } = dialectOf(db).scanIndex({
    first: [
      [sql`domain_key`, sql`${key}`],
      [sql`state`, sql`${state}`],
    ],
    next: sql`key`,
    direction: 'asc',
    after: sql`${after}`,
    bounds: keyBounds,
  })
  const rows = await db
    .selectFrom('claims')
    .selectAll()
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
  return rows.map(toClaim)
}

/** In the order of their decisions. */
export interface DecidedPosition {
  readonly decidedAt: number
  readonly key: number
}

/** In any state but pending, the one that was decided last first. */
export async function selectDecidedClaims(
  db: Queryable,
  { key }: DomainKey,
  { after, limit }: { readonly after?: DecidedPosition | undefined; readonly limit: number },
): Promise<readonly Claim[]> {
  const rows = await db
    .selectFrom('claims')
    .selectAll()
    .where('domainKey', '=', key)
    .where('decidedAt', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(decided_at, key) < (${after?.decidedAt}, ${after?.key})`),
    )
    .orderBy('decidedAt', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toClaim)
}

interface WalletClaimsQuery {
  readonly claimant: Hex
  readonly domainKey?: number | undefined
  readonly chainId?: number | undefined
  /** Key of the last claim of the previous page; absent: the first page. */
  readonly after?: number | undefined
  readonly limit: number
}

/** The newest first; those of domains that are blocked or deleted are left out. */
export async function selectClaimsOfWallet(
  db: Queryable,
  { claimant, domainKey, chainId, after, limit }: WalletClaimsQuery,
): Promise<readonly ClaimOfWallet[]> {
  const { condition, order } = dialectOf(db).scanIndex({
    first: [[sql`claims.claimant`, sql`${claimant}`]],
    next: sql`claims.key`,
    direction: 'desc',
    after: after === undefined ? undefined : sql`${after}`,
    bounds: keyBounds,
  })
  const rows = await db
    .selectFrom('claims')
    .selectAll()
    .where(condition)
    .$if(domainKey !== undefined, (query) => query.where('claims.domainKey', '=', domainKey ?? 0))
    // Not a join, which PostgreSQL without statistics begins with all claims of the wallet.
    .where((eb) =>
      eb(
        eb
          .selectFrom('domains')
          .select('domains.key')
          .whereRef('domains.key', '=', 'claims.domainKey')
          .where('domains.isBlocked', '=', false)
          .where('domains.deletedAt', 'is', null)
          .$if(chainId !== undefined, (query) => query.where('domains.chainId', '=', chainId ?? 0)),
        'is not',
        null,
      ),
    )
    .orderBy(order)
    .limit(limit)
    .execute()
  const keys = [...new Set(rows.map((row) => row.domainKey))]
  const domains = await db
    .selectFrom('domains')
    .select(['key', 'chainId', 'name', 'branding'])
    .where(anyKeyOf(db, sql.ref('key'), keys))
    .execute()
  const byKey = new Map(domains.map((domain) => [domain.key, domain]))
  return rows.flatMap((row) => {
    const domain = byKey.get(row.domainKey)
    if (!domain) return []
    const { chainId, name, branding } = domain
    return [{ claim: toClaim(row), chainId, domain: name, title: branding?.title ?? '' }]
  })
}

/** Pending claims of the domain, or of a wallet in it, up to `limit`. */
export async function countPendingClaims(
  db: Queryable,
  { key }: DomainKey,
  { claimant, limit }: { readonly claimant?: Hex; readonly limit: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('claims')
        .select('key')
        .where(isPendingIn(key))
        .$if(claimant !== undefined, (query) => query.where('claimant', '=', claimant ?? '0x'))
        .limit(limit)
        .as('pending'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const pendingColumns = [
  ...(['claims.key', 'claims.id', 'claims.label', 'claims.claimant'] as const),
  ...(['claims.state', 'claims.expiresAt'] as const),
] as const

/** Of labels with one of these hashes of their skeletons. */
export function findPendingClaims(
  db: Queryable,
  { key }: DomainKey,
  skeletons: readonly number[],
): Promise<readonly ClaimSummary[]> {
  return db
    .selectFrom('claims')
    .select(pendingColumns)
    .where(isPendingIn(key))
    .where(anyKeyOf(db, sql.ref('skeleton'), skeletons))
    .execute()
}

/** Ends a pending claim and empties its records. False when it is not pending any more. */
export async function decideClaim(
  tx: StoreTransaction,
  { key }: Pick<Claim, 'key'>,
  decision: ClaimDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set(toDecidedColumns(decision))
    .where('key', '=', key)
    .where('state', '=', sql.lit('pending'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Which pending claims of a domain. */
export type ClaimSelection =
  | { readonly ids: readonly string[] }
  | { readonly claimant: Hex }
  | { readonly all: true }

/** Ends up to `limit` selected claims, the oldest first, selected once, and returns them as they were, with empty records. */
export async function writeDeclined(
  tx: StoreTransaction,
  { key }: DomainKey,
  selection: ClaimSelection,
  decision: Omit<ClaimDecision, 'state'>,
  limit: number,
): Promise<readonly Claim[]> {
  const selected = selectPending(tx, key, selection)
    .select('key')
    .orderBy('key')
    .limit(limit)
    .$call(dialectOf(tx).forUpdate)
  const rows = await tx
    .with(
      (cte) => cte('selected').materialized(),
      () => selected,
    )
    .updateTable('claims')
    .set(toDecidedColumns({ ...decision, state: 'declined' }))
    .where('key', 'in', (eb) => eb.selectFrom('selected').select('selected.key'))
    .where('state', '=', sql.lit('pending'))
    .returningAll()
    .execute()
  return rows.map(toClaim).toSorted((one, other) => one.key - other.key)
}

export async function countSelectedClaims(
  db: Queryable,
  { key }: DomainKey,
  selection: ClaimSelection,
): Promise<number> {
  const { count } = await selectPending(db, key, selection)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectPending(db: Queryable, domainKey: number, selection: ClaimSelection) {
  const pending = db.selectFrom('claims').where(isPendingIn(domainKey))
  if ('ids' in selection) return pending.where(dialectOf(db).anyOf(sql.ref('claims.id'), selection.ids))
  return 'claimant' in selection ? pending.where('claimant', '=', selection.claimant) : pending
}

/** For an erasure; returns their ids. */
export async function deleteClaimsOfLabel(
  tx: StoreTransaction,
  { key }: DomainKey,
  label: Label,
): Promise<readonly string[]> {
  const rows = await tx
    .deleteFrom('claims')
    .where('domainKey', '=', key)
    .where('label', '=', label)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** With the literal of the partial indexes. */
function isPendingIn(domainKey: number) {
  return (eb: ExpressionBuilder<Tables, 'claims'>) =>
    eb.and([eb('claims.domainKey', '=', domainKey), eb('claims.state', '=', sql.lit('pending'))])
}

const undecided = { state: 'pending', decidedAt: null, decidedBy: null, comment: null } as const

/** Without the records. */
export function toDecidedColumns({ decidedBy, ...decision }: ClaimDecision) {
  return { ...decision, decidedBy: encodeActor(decidedBy), ...encodeRecords(emptyRecords) }
}

export function toClaim({ records, largeTexts, decidedBy, ...claim }: Selectable<ClaimRow>): Claim {
  return {
    ...claim,
    decidedBy: decidedBy === null ? null : decodeActor(decidedBy),
    records: decodeRecords({ records, largeTexts }),
  }
}
