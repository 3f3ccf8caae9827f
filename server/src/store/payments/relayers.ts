import type { Hex } from 'viem'
import { openStates } from '../../model/payment-states.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/**
 * Allocates the next nonce of a relayer, the first being 0. Others wait until the transaction ends, and get the same one if it
 * is rolled back; so there is never a gap.
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

/** Raises the next nonce of an account to `atLeast` if it is lower. Returns the one before, `undefined` for a new account. */
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

/** Whether a nonce was allocated and no open payment has it: no transaction will be sent with it. */
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
