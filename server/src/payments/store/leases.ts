import type { Hex } from 'viem'
import { openStates, type Payment } from '../../model/payment.ts'
import { leaseTimeOver } from '../../store/lease-time.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import { appendPaymentEvent, toPayment } from './payments.ts'

/** Exclusive right to change a payment. */
export interface Lease {
  readonly owner: string
  readonly now: number
  readonly until: number
}

/**
 * Acquires an expired or released lease of an open payment, else `undefined`. Records an event when it takes over
 * from another owner, unless the payment is only reserved.
 */
export async function acquirePaymentLease(
  tx: StoreTransaction,
  id: string,
  { owner, now, until }: Lease,
): Promise<Payment | undefined> {
  const current = await tx.selectFrom('payments').select('leaseOwner').where('id', '=', id).executeTakeFirst()
  if (!current) return undefined
  const row = await tx
    .updateTable('payments')
    .set({ leaseOwner: owner, leaseUntil: until })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where('leaseOwner', 'is not distinct from', current.leaseOwner)
    .where(leaseTimeOver('leaseUntil', now))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { state } = row
  if (current.leaseOwner !== null && state !== 'reserved') {
    const detail = { takenFrom: current.leaseOwner, by: owner }
    await appendPaymentEvent(tx, { paymentId: id, from: state, to: state, detail, createdAt: now })
  }
  return toPayment(row)
}

/** False when the payment was taken over or is gone. */
export async function renewLease(db: Queryable, id: string, owner: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ leaseUntil: until })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Has no effect unless `owner` holds the lease. */
export async function releaseLease(db: Queryable, id: string, owner: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ leaseOwner: null, leaseUntil: 0 })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute()
}

/**
 * Returns the next nonce of a relayer, from 0. Concurrent callers wait for the transaction and reuse the nonce after
 * a rollback, so there are no gaps.
 */
export async function allocateRelayerNonce(
  tx: StoreTransaction,
  chainId: number,
  address: Hex,
): Promise<number> {
  const { nextNonce } = await tx
    .insertInto('relayers')
    .values({ chainId, address, nextNonce: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['chainId', 'address'])
        .doUpdateSet(({ eb }) => ({ nextNonce: eb('relayers.nextNonce', '+', 1) })),
    )
    .returning('nextNonce')
    .executeTakeFirstOrThrow()
  return nextNonce - 1
}

/** Raises the next nonce to `atLeast`; never lowers it. `before` is `undefined` for an unused account. */
export async function ensureNonceAtLeast(
  db: Queryable,
  chainId: number,
  address: Hex,
  atLeast: number,
): Promise<{ readonly before: number | undefined }> {
  const row = await db
    .selectFrom('relayers')
    .select('nextNonce')
    .where('chainId', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
  // Even an upsert that changes nothing waits for the transaction that has the row.
  if (row && row.nextNonce >= atLeast) return { before: row.nextNonce }
  await db
    .insertInto('relayers')
    .values({ chainId, address, nextNonce: atLeast })
    .onConflict((conflict) =>
      conflict
        .columns(['chainId', 'address'])
        .doUpdateSet({ nextNonce: atLeast })
        .where('relayers.nextNonce', '<', atLeast),
    )
    .execute()
  return { before: row?.nextNonce }
}

/** Whether a nonce was allocated but no open payment has it, so no transaction will use it. */
export async function isNonceUnused(
  db: Queryable,
  chainId: number,
  address: Hex,
  nonce: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('relayers')
    .select('address')
    .where('chainId', '=', chainId)
    .where('address', '=', address)
    .where('nextNonce', '>', nonce)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('id')
            .where('chainId', '=', chainId)
            .where('relayer', '=', address)
            .where('relayerNonce', '=', nonce)
            .where('state', 'in', openStates),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}
