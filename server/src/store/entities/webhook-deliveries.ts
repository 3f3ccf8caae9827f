import { sql } from 'kysely'
import type { DeliveryAttempt, WebhookDelivery } from '../../model/webhook.ts'
import { wideKeyBounds } from '../driver/index-range.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { insertRows, unnestRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

type NewDelivery = Omit<WebhookDelivery, 'key'>

export type DeliveryOutcome = Pick<WebhookDelivery, 'key' | 'state' | 'dueAt' | 'attempts' | 'finishedAt'>

/** Rows of a statement, which blocks the event loop for some milliseconds on SQLite. */
const maxInserted = 200

export interface QueuedEvent {
  readonly sequence: number
  readonly subject: string
}

/**
 * Queues events, in this order. An event waits if another of its subject is pending. Requires a lock of the webhook's
 * row, else a delivery that finishes meanwhile would leave it waiting.
 */
export async function queueDeliveries(
  tx: StoreTransaction,
  webhookKey: number,
  events: readonly QueuedEvent[],
  now: number,
): Promise<void> {
  for (let start = 0; start < events.length; start += maxInserted) {
    const part = events.slice(start, start + maxInserted)
    const busy = await pendingSubjects(tx, webhookKey, new Set(part.map(({ subject }) => subject)))
    const rows = part.map(({ sequence, subject }) => {
      const state = busy.has(subject) ? ('waiting' as const) : ('due' as const)
      busy.add(subject)
      return {
        ...{ webhookKey, sequence, subject, state, dueAt: state === 'due' ? now : null },
        ...{ attempts: '[]', createdAt: now, finishedAt: null },
      }
    })
    await insertRows(tx, 'webhookDeliveries', rows)
  }
}

async function pendingSubjects(
  tx: StoreTransaction,
  webhookKey: number,
  subjects: ReadonlySet<string>,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('webhookDeliveries')
    .select('subject')
    .distinct()
    .where('webhookKey', '=', webhookKey)
    .where('finishedAt', 'is', null)
    .where(dialectOf(tx).anyOf(sql.ref('subject'), [...subjects]))
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** Due first, then as queued. */
export async function listDueDeliveries(
  db: Queryable,
  webhookKey: number,
  now: number,
  limit: number,
): Promise<readonly WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookKey', '=', webhookKey)
    .where('state', '=', sql.lit('due'))
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

/** When the next one is due; null without one. */
export async function findNextDueTime(tx: StoreTransaction, webhookKey: number): Promise<number | null> {
  const row = await tx
    .selectFrom('webhookDeliveries')
    .select('dueAt')
    .where('webhookKey', '=', webhookKey)
    .where('state', '=', sql.lit('due'))
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  return row?.dueAt ?? null
}

/** Ends the delays after failed attempts. */
export async function makeDeliveriesDue(
  tx: StoreTransaction,
  webhookKey: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ dueAt: now })
    .where('webhookKey', '=', webhookKey)
    .where('state', '=', sql.lit('due'))
    .where('dueAt', '>', now)
    .execute()
}

/** Milliseconds by which the clock of another process may be ahead. */
const maxClockSkewMs = 60_000

/** Rows of a statement. */
const aheadBatchSize = 500

/**
 * Makes due what waits since a clock that was ahead: deliveries that were queued, or attempted last, later than now. Their webhooks are
 * due then, too, also those with an open circuit breaker.
 */
export async function endDelaysFromAhead(db: Queryable, now: number): Promise<void> {
  const latest = now + maxClockSkewMs
  for (let after = 0; ; ) {
    const waiting = await db
      .selectFrom('webhookDeliveries')
      .selectAll()
      .where('state', '=', sql.lit('due'))
      .where('dueAt', '>', latest)
      .where('key', '>', after)
      .orderBy('key')
      .limit(aheadBatchSize)
      .execute()
    const ahead = waiting.map(toDelivery).filter(({ attempts, createdAt }) => {
      return (attempts.at(-1)?.time ?? createdAt) > latest
    })
    if (ahead.length > 0)
      await db.transaction().execute(async (tx) => {
        const keys = ahead.map(({ key }) => key)
        await tx
          .updateTable('webhookDeliveries')
          .set({ dueAt: now })
          .where('key', 'in', keys)
          .where('state', '=', 'due')
          .execute()
        await tx
          .updateTable('webhooks')
          .set({ dueAt: now })
          .where('dueAt', '>', now)
          .where('key', 'in', [...new Set(ahead.map(({ webhookKey }) => webhookKey))])
          .execute()
      })
    const last = waiting.at(-1)
    if (!last || waiting.length < aheadBatchSize) return
    after = last.key
  }
}

const outcomeColumns = {
  key: 'integer',
  state: 'text',
  due_at: 'integer',
  attempts: 'text',
  finished_at: 'integer',
} as const

/** Also makes the next delivery of each finished subject due. Requires a lock of the webhook's row. */
export async function saveOutcomes(
  tx: StoreTransaction,
  webhookKey: number,
  outcomes: readonly DeliveryOutcome[],
  now: number,
): Promise<void> {
  const rows = unnestRows(
    tx,
    outcomeColumns,
    outcomes.map(({ key, state, dueAt, attempts, finishedAt }) => {
      return { key, state, due_at: dueAt, attempts: JSON.stringify(attempts), finished_at: finishedAt }
    }),
  )
  await sql`
    update webhook_deliveries set state = outcome.state, due_at = outcome.due_at, attempts = outcome.attempts,
      finished_at = outcome.finished_at
    from ${rows} as outcome where webhook_deliveries.key = outcome.key
  `.execute(tx)
  const finished = outcomes.flatMap(({ key, finishedAt }) => (finishedAt === null ? [] : [key]))
  if (finished.length === 0) return
  const next = sql<number>`(
    select following.key from webhook_deliveries as following
    where following.webhook_key = ${webhookKey} and following.subject = done.subject
      and following.finished_at is null
    order by following.key limit 1
  )`
  await tx
    .updateTable('webhookDeliveries')
    .set({ state: 'due', dueAt: now })
    .where('state', '=', 'waiting')
    .where('key', 'in', (eb) =>
      eb.selectFrom('webhookDeliveries as done').select(next.as('key')).where('done.key', 'in', finished),
    )
    .execute()
}

export async function insertDelivery(db: Queryable, delivery: NewDelivery): Promise<WebhookDelivery> {
  const { attempts, ...columns } = delivery
  const row = await db
    .insertInto('webhookDeliveries')
    .values({ ...columns, attempts: JSON.stringify(attempts) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toDelivery(row)
}

export async function findDelivery(
  db: Queryable,
  webhookKey: number,
  key: number,
): Promise<WebhookDelivery | undefined> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookKey', '=', webhookKey)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toDelivery(row)
}

export interface DeliveryPage {
  readonly webhookKey: number
  readonly state?: 'pending' | 'delivered' | 'failed' | undefined
  /** Only earlier ones. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first. */
export async function selectDeliveries(
  db: Queryable,
  { webhookKey, state, before, limit }: DeliveryPage,
): Promise<readonly WebhookDelivery[]> {
  const { condition, order } = dialectOf(db).scanIndex({
    first: [[sql`webhook_key`, sql`${webhookKey}`]],
    next: sql`key`,
    direction: 'desc',
    after: before === undefined ? undefined : sql`${before}`,
    bounds: wideKeyBounds,
  })
  const all = db.selectFrom('webhookDeliveries').selectAll().limit(limit)
  const inOrder = all.where(condition).orderBy(order)
  // Indexes of their own have these.
  const ofWebhook = all
    .where('webhookKey', '=', webhookKey)
    .$if(before !== undefined, (query) => query.where('key', '<', before ?? 0))
    .orderBy('key', 'desc')
  const queries = {
    pending: ofWebhook.where('finishedAt', 'is', null),
    failed: ofWebhook.where('state', '=', sql.lit('failed')),
    delivered: inOrder.where('state', '=', sql.lit('delivered')),
  }
  return (await (state ? queries[state] : inOrder).execute()).map(toDelivery)
}

/** Deletes at most `limit` that finished before `time`. */
export function purgeDeliveries(db: Queryable, time: number, limit: number): Promise<number> {
  return deleteDeliveries(
    db,
    db.selectFrom('webhookDeliveries').select('key').where('finishedAt', '<', time).limit(limit),
  )
}

/** Deletes at most `limit` of a webhook. */
export function purgeDeliveriesOf(db: Queryable, webhookKey: number, limit: number): Promise<number> {
  return deleteDeliveries(
    db,
    db.selectFrom('webhookDeliveries').select('key').where('webhookKey', '=', webhookKey).limit(limit),
  )
}

type DeliveryKeys = ReturnType<typeof selectKeys>

function selectKeys(db: Queryable) {
  return db.selectFrom('webhookDeliveries').select('key')
}

async function deleteDeliveries(db: Queryable, keys: DeliveryKeys): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookDeliveries')
    .where('key', 'in', keys)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toDelivery({
  attempts,
  ...row
}: Omit<WebhookDelivery, 'attempts'> & { readonly attempts: string }): WebhookDelivery {
  const parsed: readonly DeliveryAttempt[] = JSON.parse(attempts)
  return { ...row, attempts: parsed }
}
