import type { Insertable } from 'kysely'
import {
  openStates,
  type Payment,
  type PaymentAnswer,
  type PaymentEvent,
  type PaymentKey,
  type TransferAuthorization,
  unansweredStates,
} from '../../model/payment.ts'
import type { PaymentRow, Queryable, StoreTransaction } from '../../store/tables.ts'

export interface NewPayment
  extends Pick<
    Payment,
    | 'id'
    | 'digest'
    | 'signatureHash'
    | 'protocol'
    | 'challengeId'
    | 'requestHash'
    | 'backend'
    | 'fromBlock'
    | 'leaseUntil'
    | 'createdAt'
  > {
  readonly authorization: TransferAuthorization
  readonly leaseOwner: string
}

/**
 * `taken`: the authorization is used; `challenge-taken`: another authorization used the challenge; `too-many`: the
 * payer is at its limit.
 */
export type ReserveOutcome = 'reserved' | 'taken' | 'challenge-taken' | 'too-many'

export async function findPayment(
  db: Queryable,
  { chainId, asset, payer, nonce }: PaymentKey,
): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('asset', '=', asset)
    .where('payer', '=', payer)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return row && toPayment(row)
}

export async function getPayment(db: Queryable, id: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPayment(row)
}

/**
 * Reserves an authorization with a lease. Any outcome but `reserved` inserts nothing, and the transaction may
 * continue. A reserved payment has no event until something may be sent for it: credentials are free, and events
 * permanent. Unique indexes decide races; payments of one payer are serialized, so `maxPending` is exact.
 */
export async function reservePayment(
  tx: StoreTransaction,
  payment: NewPayment,
  maxPending: number,
): Promise<ReserveOutcome> {
  const key = keyOf(payment.authorization)
  await lockPayer(tx, key)
  if ((await countOpenPayments(tx, key)) >= maxPending)
    return (await findConflict(tx, key, payment)) ?? 'too-many'
  if (!(await insertPayment(tx, payment))) return (await findConflict(tx, key, payment)) ?? 'taken'
  return 'reserved'
}

function keyOf({ chainId, asset, from, nonce }: TransferAuthorization): PaymentKey {
  return {
    chainId,
    asset,
    payer: from,
    nonce,
  }
}

/** Locks the payer's row until the transaction ends. */
async function lockPayer(tx: StoreTransaction, { chainId, asset, payer }: PaymentKey): Promise<void> {
  await tx
    .insertInto('payers')
    .values({ chainId, asset, address: payer })
    .onConflict((conflict) =>
      conflict.columns(['chainId', 'asset', 'address']).doUpdateSet({ address: payer }),
    )
    .execute()
}

/** Ignores answered payments of a facilitator, which may never finish. */
async function countOpenPayments(db: Queryable, { chainId, asset, payer }: PaymentKey): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chainId', '=', chainId)
    .where('asset', '=', asset)
    .where('payer', '=', payer)
    .where('state', 'in', openStates)
    .where(({ eb, or }) => or([eb('backend', '=', 'relayer'), eb('state', 'in', unansweredStates)]))
    .executeTakeFirstOrThrow()
  return count
}

/** `undefined` when nothing conflicts any more. */
async function findConflict(
  db: Queryable,
  key: PaymentKey,
  { challengeId }: NewPayment,
): Promise<'taken' | 'challenge-taken' | undefined> {
  if (await findPayment(db, key)) return 'taken'
  if (challengeId === null) return undefined
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('challengeId', '=', challengeId)
    .executeTakeFirst()
  return other && 'challenge-taken'
}

async function insertPayment(tx: StoreTransaction, payment: NewPayment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values(toRow(payment))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Named individually, so that extra properties are not written. */
function toRow(payment: NewPayment): Insertable<PaymentRow> {
  const { id, digest, signatureHash, protocol, challengeId, requestHash, backend, fromBlock } = payment
  const { authorization, leaseOwner, leaseUntil, createdAt } = payment
  const { from, to, value, chainId, asset, nonce, signature, validAfter, validBefore } = authorization
  return {
    ...{ id, digest, signatureHash, protocol, challengeId, requestHash, backend, fromBlock },
    ...{ leaseOwner, leaseUntil, createdAt, updatedAt: createdAt, state: 'reserved' },
    ...{ chainId, asset, nonce, signature, validAfter, validBefore },
    ...{ payer: from, payTo: to, amount: value },
  }
}

/** Counts a payer's reverted transfers since a time; `last` is when the latest was found. */
export async function findFailedTransfers(
  db: Queryable,
  { chainId, asset, payer }: Omit<PaymentKey, 'nonce'>,
  since: number,
): Promise<{ readonly count: number; readonly last: number | null }> {
  const { count, last } = await db
    .selectFrom('payments')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('updatedAt').as('last')])
    .where('chainId', '=', chainId)
    .where('asset', '=', asset)
    .where('payer', '=', payer)
    .where('state', '=', 'reverted')
    .where('updatedAt', '>=', since)
    .executeTakeFirstOrThrow()
  return { count, last }
}

export function toPayment(row: PaymentRow): Payment {
  const { signature, validAfter, answerStatus, answerTx, answerReason, answeredAt, ...columns } = row
  return { ...columns, authorization: toAuthorization(row), answer: toAnswer(row) }
}

function toAuthorization(row: PaymentRow): TransferAuthorization | null {
  const { chainId, asset, payer, payTo, amount, validAfter, validBefore, nonce, signature } = row
  return (
    signature && {
      chainId,
      asset,
      from: payer,
      to: payTo,
      value: amount,
      validAfter,
      validBefore,
      nonce,
      signature,
    }
  )
}

function toAnswer({ answerStatus, answerTx, answerReason, answeredAt }: PaymentRow): PaymentAnswer | null {
  return answerStatus !== null && answeredAt !== null
    ? { status: answerStatus, transaction: answerTx, reason: answerReason, at: answeredAt }
    : null
}

/** Requires a prior change of the payment in the same transaction, which serializes the numbering. */
export async function appendPaymentEvent(tx: StoreTransaction, event: PaymentEvent): Promise<void> {
  const { paymentId, from, to, detail, createdAt } = event
  await tx
    .insertInto('paymentEvents')
    .values(({ selectFrom }) => ({
      paymentId,
      number: selectFrom('paymentEvents')
        .where('paymentId', '=', paymentId)
        .select(({ fn }) => fn.countAll<number>().as('number')),
      fromState: from,
      toState: to,
      detail,
      createdAt,
    }))
    .execute()
}

/** Oldest first. */
export function listPaymentEvents(db: Queryable, paymentId: string): Promise<readonly PaymentEvent[]> {
  return db
    .selectFrom('paymentEvents')
    .select(['paymentId', 'fromState as from', 'toState as to', 'detail', 'createdAt'])
    .where('paymentId', '=', paymentId)
    .orderBy('number')
    .execute()
}
