import type { Insertable } from 'kysely'
import type { Payment, PaymentKey } from '../../model/payment.ts'
import { openStates, unansweredStates } from '../../model/payment-states.ts'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import type { PaymentRow, Queryable, StoreTransaction } from '../tables.ts'
import { toPayment } from './row.ts'

/** The data of a new claim. */
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
 * The outcome of a claim: `taken` when the authorization is, or just was; `challenge-taken` when another authorization used the
 * challenge; `too-many` when the payer is at the limit of open payments.
 */
export type ClaimOutcome = 'claimed' | 'taken' | 'challenge-taken' | 'too-many'

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
 * Claims an authorization for one request, with a lease on it. The first conflict is the outcome; then nothing is inserted, and
 * the transaction may continue. A claim leaves no event before something may be sent for it (`transitionPayment`): claims cost
 * nothing to make, and events are never deleted.
 *
 * The unique indexes decide races. Claims of one payer are serialized, so that each counts the one before it; `maxOpen` holds
 * exactly.
 */
export async function claimPayment(
  tx: StoreTransaction,
  payment: NewPayment,
  maxPending: number,
): Promise<ClaimOutcome> {
  const key = keyOf(payment.authorization)
  await lockPayer(tx, key)
  if ((await countOpenPayments(tx, key)) >= maxPending)
    return (await conflictingClaim(tx, key, payment)) ?? 'too-many'
  if (!(await insertPayment(tx, payment))) return (await conflictingClaim(tx, key, payment)) ?? 'taken'
  return 'claimed'
}

function keyOf({ chainId, asset, from, nonce }: TransferAuthorization): PaymentKey {
  return {
    chainId,
    asset,
    payer: from,
    nonce,
  }
}

/** Locks the payer's row without a change, until the transaction ends. */
async function lockPayer(tx: StoreTransaction, { chainId, asset, payer }: PaymentKey): Promise<void> {
  await tx
    .insertInto('payers')
    .values({ chainId, asset, address: payer })
    .onConflict((conflict) =>
      conflict.columns(['chainId', 'asset', 'address']).doUpdateSet({ address: payer }),
    )
    .execute()
}

/** A facilitator may never finish a payment; once answered, it blocks no other. */
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

/** Why a payment cannot be inserted; `undefined` when the conflict is gone meanwhile. */
async function conflictingClaim(
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

/** False when its authorization or its challenge is taken. */
async function insertPayment(tx: StoreTransaction, payment: NewPayment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values(toRow(payment))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Each column is named: an object with more can be claimed. */
function toRow(payment: NewPayment): Insertable<PaymentRow> {
  const { id, digest, signatureHash, protocol, challengeId, requestHash, backend, fromBlock } = payment
  const { authorization, leaseOwner, leaseUntil, createdAt } = payment
  const { from, to, value, chainId, asset, nonce, signature, validAfter, validBefore } = authorization
  return {
    ...{ id, digest, signatureHash, protocol, challengeId, requestHash, backend, fromBlock },
    ...{ leaseOwner, leaseUntil, createdAt, updatedAt: createdAt, state: 'claimed' },
    ...{ chainId, asset, nonce, signature, validAfter, validBefore },
    ...{ payer: from, payTo: to, amount: value },
  }
}

/** Failed transfers of a payer: how many since a time, and when the last failure was found. */
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
