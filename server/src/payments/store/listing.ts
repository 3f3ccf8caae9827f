import { type ExpressionBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { openStates, type Payment, type PaymentCounts, type PaymentState } from '../../model/payment.ts'
import { dialectOf } from '../../store/driver/sql-dialect.ts'
import { leaseTimeOver } from '../../store/lease-time.ts'
import type { Queryable, Tables } from '../../store/tables.ts'
import { toPayment } from './payments.ts'

/** Newest first. */
export interface PaymentFilter {
  /** Absent: any. */
  readonly states?: readonly PaymentState[]
  /** Charged, although the client got an error. */
  readonly isRefundDue?: boolean
  /** Exclusive cursor. */
  readonly before?: Pick<Payment, 'createdAt' | 'id'>
  readonly limit: number
}

/**
 * Open payments without a lease: by lowest relayer nonce, because later transactions wait for it; then the rest,
 * oldest first.
 */
export async function listPaymentsToSettle(
  db: Queryable,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', openStates)
    .where(leaseTimeOver('leaseUntil', now))
    .orderBy('relayerNonce', (order) => order.asc().nullsLast())
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** Lowest first. */
export async function listPendingBelow(
  db: Queryable,
  { chainId, relayer, nonce }: { readonly chainId: number; readonly relayer: Hex; readonly nonce: number },
): Promise<readonly Payment[]> {
  // Open payments are few; those of a relayer include nearly all.
  const { withoutIndex } = dialectOf(db)
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', openStates)
    .where(withoutIndex(sql`chain_id`), '=', chainId)
    .where(withoutIndex(sql`relayer`), '=', relayer)
    .where('relayerNonce', '<', nonce)
    .orderBy('relayerNonce')
    .execute()
  return rows.map(toPayment)
}

export async function selectPayments(db: Queryable, filter: PaymentFilter): Promise<readonly Payment[]> {
  if (filter.states?.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where(filterPayments(filter))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map(toPayment)
}

export async function countPayments(db: Queryable): Promise<PaymentCounts> {
  const rows = await db
    .selectFrom('payments')
    .select(['state', 'answerStatus', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['state', 'answerStatus'])
    .execute()
  const counts = { ...noPayments }
  for (const { state, answerStatus, count } of rows) {
    counts[state] += count
    if (state === refundDue.state && answerStatus === refundDue.answerStatus) counts.refundDue += count
  }
  return counts
}

const refundDue = { state: 'confirmed', answerStatus: 502 } as const

const noPayments: PaymentCounts = {
  reserved: 0,
  signed: 0,
  broadcast: 0,
  unconfirmed: 0,
  unknown: 0,
  confirmed: 0,
  reverted: 0,
  void: 0,
  refundDue: 0,
}

function filterPayments({ states, isRefundDue = false, before }: PaymentFilter) {
  return (eb: ExpressionBuilder<Tables, 'payments'>) =>
    eb.and([
      ...(states ? [eb('state', 'in', states)] : []),
      ...(isRefundDue ? [eb.and(refundDue)] : []),
      ...(before ? [eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(before.createdAt, before.id))] : []),
    ])
}
