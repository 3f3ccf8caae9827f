import { type Address, zeroAddress } from 'viem'

/** In `grace`, only the former holder can renew. `reserved`: held in ENSv2 for the v1 owner. */
type ExpiryStatus = 'active' | 'grace' | 'expired' | 'reserved'

export interface Expiry {
  /** Unix seconds; may exceed a Date or number. */
  readonly seconds: bigint
  /** The deciding registry. */
  readonly generation: 1 | 2
  readonly status: ExpiryStatus
}

/** All zero if the name never had an entry. */
export interface V2State {
  readonly status: number
  readonly expiry: bigint
  readonly latestOwner: Address
}

const day = 86_400n

/** Seconds after expiry. */
const gracePeriods = { 1: 90n * day, 2: 28n * day } as const

const reserved = 1
const registered = 2

/**
 * v2 wins where it holds or last held the name. Its reservations have a padded expiry, so v1 wins over them.
 * @param now Seconds of the block that was read.
 * @param v1 Seconds; 0 if absent or retired.
 * @returns `undefined` if never registered.
 */
export function expiryOf(now: bigint, v1: bigint, v2: V2State | undefined): Expiry | undefined {
  if (v2 && v2.expiry > 0n && (v2.status === registered || v2.latestOwner !== zeroAddress))
    return { seconds: v2.expiry, generation: 2, status: statusAt(now, v2.expiry, gracePeriods[2]) }
  if (v1 > 0n) return { seconds: v1, generation: 1, status: statusAt(now, v1, gracePeriods[1]) }
  if (v2 && v2.expiry > 0n)
    return { seconds: v2.expiry, generation: 2, status: v2.status === reserved ? 'reserved' : 'expired' }
  return undefined
}

function statusAt(now: bigint, expiry: bigint, gracePeriod: bigint): ExpiryStatus {
  if (now < expiry) return 'active'
  return now < expiry + gracePeriod ? 'grace' : 'expired'
}
