import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

interface LockedRequest {
  /** Hash of the label's. */
  readonly skeleton: number
  readonly address: Hex | undefined
}

/**
 * Excludes other transactions that issue a look-alike or a name of this wallet, until this one ends. Always in this
 * order, so that two cannot deadlock.
 */
export async function lockPolicyRequest(
  tx: StoreTransaction,
  { key }: Pick<Domain, 'key'>,
  { skeleton, address }: LockedRequest,
): Promise<void> {
  const { acquireLock, acquireSharedLock } = dialectOf(tx)
  await acquireSharedLock(tx, lockId(key))
  await acquireLock(tx, lockId(key, 'skeleton', skeleton))
  if (address) await acquireLock(tx, lockId(key, 'wallet', address))
}

/** Excludes them all, for a transaction that issues many names. */
export async function lockPolicyOfDomain(tx: StoreTransaction, { key }: Pick<Domain, 'key'>): Promise<void> {
  await dialectOf(tx).acquireLock(tx, lockId(key))
}

/** Advisory locks have integers. An equal hash of others only makes them wait. */
function lockId(...parts: readonly (string | number)[]): number {
  return createHash('sha256')
    .update(`policy ${parts.join(' ')}`)
    .digest()
    .readUIntBE(0, 6)
}
