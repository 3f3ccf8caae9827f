import { sql, type Updateable } from 'kysely'
import {
  isTerminal,
  type Payment,
  type PaymentChange,
  type PaymentEvent,
  terminalStates,
} from '../../model/payment.ts'
import { dialectOf } from '../../store/driver/sql-dialect.ts'
import type { PaymentRow, Queryable, StoreTransaction } from '../../store/tables.ts'
import { appendPaymentEvent, toPayment } from './payments.ts'

/**
 * Changes a payment; `undefined`, without changes, when its state is not `state` or `owner` lost the lease. Terminal
 * states drop secrets. The first change of state also writes the event of the reserved payment.
 */
export async function transitionPayment(
  tx: StoreTransaction,
  { id, state }: Pick<Payment, 'id' | 'state'>,
  owner: string,
  change: PaymentChange,
  now: number,
): Promise<Payment | undefined> {
  const row = await tx
    .updateTable('payments')
    .set({ ...toColumns(change), updatedAt: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('leaseOwner', '=', owner)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { to, detail = null } = change
  if (to === 'reserved') return toPayment(row)
  if (state === 'reserved') await appendPaymentEvent(tx, reservedEvent(row))
  await appendPaymentEvent(tx, { paymentId: id, from: state, to, detail, createdAt: now })
  return toPayment(row)
}

function reservedEvent(row: PaymentRow): PaymentEvent {
  return {
    paymentId: row.id,
    from: null,
    to: 'reserved',
    detail: {
      chainId: row.chainId,
      asset: row.asset,
      payer: row.payer,
      nonce: row.nonce,
      protocol: row.protocol,
      challengeId: row.challengeId,
      backend: row.backend,
    },
    createdAt: row.createdAt,
  }
}

/**
 * Deletes a payment that is reserved, or rejected by a facilitator. Its authorization and challenge become usable
 * again; a reserved payment leaves no event. False when it is no such payment or `owner` lost the lease.
 */
export async function deleteDroppedPayment(
  tx: StoreTransaction,
  id: string,
  owner: string,
  reason: string,
  now: number,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('payments')
    .where('id', '=', id)
    .where('state', 'in', ['reserved', 'signed'])
    .where('txHash', 'is', null)
    .where('leaseOwner', '=', owner)
    .returning('state')
    .executeTakeFirst()
  if (!row) return false
  const { state: from } = row
  if (from !== 'reserved')
    await appendPaymentEvent(tx, { paymentId: id, from, to: 'dropped', detail: { reason }, createdAt: now })
  return true
}

/** Drops the response bodies of at most `limit` terminal payments, oldest first. */
export async function purgeBodies(db: Queryable, answeredBefore: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('payments')
    .select('id')
    .where('body', 'is not', null)
    .where('answeredAt', '<', answeredBefore)
    .where(dialectOf(db).withoutIndex(sql`state`), 'in', terminalStates)
    .orderBy('answeredAt')
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ body: null })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** `undefined` leaves a column unchanged. */
function toColumns({ to, answer, ...known }: PaymentChange): Updateable<PaymentRow> {
  const { fromBlock, relayer, relayerNonce, txHash, rawTx, settledTx, settledBlock, settledAt, body } = known
  return {
    state: to,
    ...{ fromBlock, relayer, relayerNonce, txHash, rawTx, settledTx, settledBlock, settledAt, body },
    ...(answer !== undefined && {
      answerStatus: answer?.status ?? null,
      answerTx: answer?.transaction ?? null,
      answerReason: answer?.reason ?? null,
      answeredAt: answer?.at ?? null,
    }),
    ...(isTerminal(to) && { signature: null, rawTx: null }),
  }
}
