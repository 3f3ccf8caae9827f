import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Label } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { InvitationLink, NewInvitationLink } from '../../model/invitation-link.ts'
import { keyBounds } from '../driver/index-range.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { insertRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction, Tables } from '../tables.ts'

/** Links of another workspace, which had the domain before, do not count. */
type OwnedDomain = Pick<Domain, 'key' | 'workspaceId'>

export async function insertInvitationLinks(
  tx: StoreTransaction,
  links: readonly NewInvitationLink[],
): Promise<void> {
  await insertRows(
    tx,
    'invitationLinks',
    links.map((link) => ({ ...link, uses: 0, revokedAt: null, endsAt: link.expiresAt })),
  )
}

export function findInvitationLink(
  db: Queryable,
  { key, workspaceId }: OwnedDomain,
  id: string,
): Promise<InvitationLink | undefined> {
  return db
    .selectFrom('invitationLinks')
    .selectAll()
    .where('id', '=', id)
    .where(isOf(key, workspaceId))
    .executeTakeFirst()
}

/** In any state. */
export function findInvitationLinkByHash(
  db: Queryable,
  { key, workspaceId }: OwnedDomain,
  hash: Hex,
): Promise<InvitationLink | undefined> {
  return db
    .selectFrom('invitationLinks')
    .selectAll()
    .where('hash', '=', hash)
    .where(isOf(key, workspaceId))
    .executeTakeFirst()
}

interface LinkPage {
  readonly isOpen: boolean | undefined
  readonly now: number
  /** Key of the last link of the previous page; absent: the first page. */
  readonly after?: number | undefined
  readonly limit: number
}

/** The newest first. */
export function selectInvitationLinks(
  db: Queryable,
  { key, workspaceId }: OwnedDomain,
  { isOpen, now, after, limit }: LinkPage,
): Promise<readonly InvitationLink[]> {
  const { scanIndex, filterInOrder } = dialectOf(db)
  const { condition, order } = scanIndex({
    first: [[sql`domain_key`, sql`${key}`]],
    next: sql`key`,
    direction: 'desc',
    after: after === undefined ? undefined : sql`${after}`,
    bounds: keyBounds,
  })
  const isInState = isOpen ? sql`(ends_at is null or ends_at > ${now})` : sql`ends_at <= ${now}`
  const filtered = filterInOrder({
    table: sql`invitation_links`,
    range: condition,
    order,
    condition: sql`workspace_id = ${workspaceId} and ${isOpen === undefined ? sql`true` : isInState}`,
    maxRows: maxPassedLinks,
  })
  const page = sql<
    Selectable<Tables['invitationLinks']>
  >`(select * from ${filtered} order by ${order} limit ${limit})`
  return db.selectFrom(page.as('page')).selectAll().orderBy('key', 'desc').execute()
}

/** Above the links that a domain can have. */
const maxPassedLinks = 1_000_000

/** In any state, up to `limit`. */
export async function countInvitationLinks(
  db: Queryable,
  { key, workspaceId }: OwnedDomain,
  limit: number,
): Promise<number> {
  const some = db.selectFrom('invitationLinks').select('key').where(isOf(key, workspaceId)).limit(limit)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Labels with one of these hashes of their skeletons that open links are for, but the link `except`. */
export async function findInvitedLabels(
  db: Queryable,
  { key, workspaceId }: OwnedDomain,
  {
    skeletons,
    now,
    except,
  }: { readonly skeletons: readonly number[]; readonly now: number; readonly except: string | undefined },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('invitationLinks')
    .select('label')
    .where(isOf(key, workspaceId))
    .where(anyKeyOf(db, sql.ref('skeleton'), skeletons))
    .where(isOpenAt(now))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute()
  return rows.flatMap(({ label }) => label ?? [])
}

/** False when it is not open at `now`. The row decides races: it is locked until the transaction ends. */
export async function countUse(tx: StoreTransaction, key: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitationLinks')
    .set({
      uses: sql<number>`uses + 1`,
      endsAt: sql<number | null>`case when uses + 1 >= max_uses then ${now} else ends_at end`,
    })
    .where('key', '=', key)
    .where(isUsableAt(now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False when it is not open at `now`. */
export async function markLinkRevoked(tx: StoreTransaction, key: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitationLinks')
    .set({ revokedAt: now, endsAt: now })
    .where('key', '=', key)
    .where(isUsableAt(now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** For an erasure; of every workspace. */
export async function deleteLinksOfLabel(
  tx: StoreTransaction,
  { key }: Pick<Domain, 'key'>,
  label: Label,
): Promise<void> {
  await tx.deleteFrom('invitationLinks').where('domainKey', '=', key).where('label', '=', label).execute()
}

/** Deletes up to `limit` links that ended before `time`. */
export async function purgeInvitationLinks(db: Queryable, time: number, limit: number): Promise<number> {
  const ended = db
    .selectFrom('invitationLinks')
    .select('key')
    .where('endsAt', '<', time)
    .orderBy('endsAt')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('invitationLinks')
    .where('key', 'in', ended)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function isOf(domainKey: number, workspaceId: string) {
  return (eb: ExpressionBuilder<Tables, 'invitationLinks'>) =>
    eb.and([
      eb('invitationLinks.domainKey', '=', domainKey),
      eb('invitationLinks.workspaceId', '=', workspaceId),
    ])
}

/** For writes: one that has waited for the row may have an earlier `now` than the end of the link. */
function isUsableAt(now: number) {
  return (eb: ExpressionBuilder<Tables, 'invitationLinks'>) =>
    eb.and([isOpenAt(now)(eb), eb('revokedAt', 'is', null), eb('uses', '<', eb.ref('maxUses'))])
}

function isOpenAt(now: number) {
  return (eb: ExpressionBuilder<Tables, 'invitationLinks'>) =>
    eb.or([eb('invitationLinks.endsAt', 'is', null), eb('invitationLinks.endsAt', '>', now)])
}
