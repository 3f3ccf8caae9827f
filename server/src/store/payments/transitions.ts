import { sql, type Updateable } from 'kysely'
import type { Payment, PaymentEvent, PaymentState } from '../../model/payment.ts'
import { isTerminal, terminalStates } from '../../model/payment-states.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { PaymentRow, Queryable, StoreTransaction } from '../tables.ts'
import { appendPaymentEvent } from './events.ts'
import { toPayment } from './row.ts'

/** The next state of a payment, which may be the same, and its new data; absent fields stay. */
export interface PaymentChange
  extends Partial<
    Pick<
      Payment,
      | 'fromBlock'
      | 'relayer'
      | 'relayerNonce'
      | 'txHash'
      | 'rawTx'
      | 'settledTx'
      | 'settledBlock'
      | 'settledAt'
      | 'body'
      | 'answer'
    >
  > {
  readonly to: PaymentState
  /** For the event: a JSON value without secrets. */
  readonly detail?: unknown
}

/**
 * Changes a payment and returns it; `undefined`, with nothing changed, when its state differs from the one that the caller
 * read, or `owner` has lost the lease. Terminal states delete its secrets. The first change of its state also writes the event
 * of its claim.
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
  if (to === 'claimed') return toPayment(row)
  if (state === 'claimed') await appendPaymentEvent(tx, claimEvent(row))
  await appendPaymentEvent(tx, { paymentId: id, from: state, to, detail, createdAt: now })
  return toPayment(row)
}

/** The event of a payment's claim. */
function claimEvent(row: PaymentRow): PaymentEvent {
  return {
    paymentId: row.id,
    from: null,
    to: 'claimed',
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
 * Deletes a payment without a transaction: one that is claimed, or that a facilitator refused to make. Its authorization and
 * its challenge can then be used again. A claim leaves no event. False for any other payment, or when `owner` has lost the
 * lease.
 */
export async function deleteClaim(
  tx: StoreTransaction,
  id: string,
  owner: string,
  reason: string,
  now: number,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('payments')
    .where('id', '=', id)
    .where('state', 'in', ['claimed', 'signed'])
    .where('txHash', 'is', null)
    .where('leaseOwner', '=', owner)
    .returning('state')
    .executeTakeFirst()
  if (!row) return false
  const { state: from } = row
  if (from !== 'claimed')
    await appendPaymentEvent(tx, { paymentId: id, from, to: 'dropped', detail: { reason }, createdAt: now })
  return true
}

/**
 * Deletes the stored responses of at most `limit` payments in terminal states that were answered before a time, the oldest
 * first. Returns their number.
 */
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

/** Columns that are `undefined` stay. */
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
