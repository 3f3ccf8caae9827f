import type { Hex } from 'viem'
import type { Operator, SetupToken } from '../../model/operator.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

const byAddress = compiled((db, { address }: Params<{ address: Hex }>) =>
  db.selectFrom('operators').select('address').where('address', '=', address),
)

export async function isOperator(db: Queryable, address: Hex): Promise<boolean> {
  return (await byAddress(db, { address })).rows.length > 0
}

/** Oldest first. */
export function listOperators(db: Queryable): Promise<readonly Operator[]> {
  return db.selectFrom('operators').selectAll().orderBy('createdAt').orderBy('address').execute()
}

/** False when it exists. */
export async function insertOperator(tx: StoreTransaction, operator: Operator): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operators')
    .values(operator)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False when it does not exist. */
export async function deleteOperator(tx: StoreTransaction, address: Hex): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operators')
    .where('address', '=', address)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Advisory lock number, "setup" in ASCII. */
const operatorsLockId = 0x7365747570

/** Serializes transactions that count operators before they add or remove one. */
export function lockOperators(tx: StoreTransaction): Promise<void> {
  return dialectOf(tx).acquireLock(tx, operatorsLockId)
}

export async function insertSetupToken(tx: StoreTransaction, token: SetupToken): Promise<void> {
  await tx.insertInto('setupTokens').values(token).execute()
}

export async function findSetupToken(db: Queryable, hash: Hex): Promise<SetupToken | undefined> {
  return db.selectFrom('setupTokens').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Those that have expired at `now`; all of them for `Infinity`. */
export async function deleteSetupTokens(tx: StoreTransaction, now: number): Promise<void> {
  await tx
    .deleteFrom('setupTokens')
    .$if(Number.isFinite(now), (query) => query.where('expiresAt', '<=', now))
    .execute()
}
