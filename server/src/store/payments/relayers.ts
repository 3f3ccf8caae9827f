import type { Hex } from 'viem'
import { openStates } from '../../model/payment-states.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/**
 * Takes the next nonce of an account that sends transactions, the first being 0. Others wait until the transaction
 * ends, and get the same one if it is rolled back; so there is never a hole.
 */
export async function allocateRelayerNonce(
  tx: StoreTransaction,
  chainId: number,
  address: Hex,
): Promise<number> {
  const { next_nonce } = await tx
    .insertInto('relayers')
    .values({ chain_id: chainId, address, next_nonce: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'address'])
        .doUpdateSet(({ eb }) => ({ next_nonce: eb('relayers.next_nonce', '+', 1) })),
    )
    .returning('next_nonce')
    .executeTakeFirstOrThrow()
  return next_nonce - 1
}

/**
 * Makes an account go on at `atLeast`, when its next nonce is lower. Returns the one before, `undefined` for an account
 * that never sent anything.
 */
export async function ensureNonceAtLeast(
  db: Queryable,
  chainId: number,
  address: Hex,
  atLeast: number,
): Promise<{ readonly before: number | undefined }> {
  const row = await db
    .selectFrom('relayers')
    .select('next_nonce')
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
  await db
    .insertInto('relayers')
    .values({ chain_id: chainId, address, next_nonce: atLeast })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'address'])
        .doUpdateSet({ next_nonce: atLeast })
        .where('relayers.next_nonce', '<', atLeast),
    )
    .execute()
  return { before: row?.next_nonce }
}

/** Whether a nonce was taken and no open payment has it: no transaction will be sent with it. */
export async function isNonceUnused(
  db: Queryable,
  chainId: number,
  address: Hex,
  nonce: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('relayers')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .where('next_nonce', '>', nonce)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('id')
            .where('chain_id', '=', chainId)
            .where('relayer', '=', address)
            .where('relayer_nonce', '=', nonce)
            .where('state', 'in', openStates),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}
