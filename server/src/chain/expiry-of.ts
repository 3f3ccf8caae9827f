import { type Address, zeroAddress } from 'viem'

/** In grace, only the former holder can renew it. A reserved name is held in ENSv2 for its owner in v1. */
type ExpiryStatus = 'active' | 'grace' | 'expired' | 'reserved'

export interface Expiry {
  /** Seconds since 1970; the registries store more than a Date or a number can hold. */
  readonly seconds: bigint
  /** The registry that decides. */
  readonly generation: 1 | 2
  readonly status: ExpiryStatus
}

/** The v2 registry's entry of a name; all zero if it never had one. */
export interface V2State {
  readonly status: number
  readonly expiry: bigint
  readonly latestOwner: Address
}

const day = 86_400n

/** Seconds after its expiry for which a name is reserved for its holder. */
const gracePeriods = { 1: 90n * day, 2: 28n * day } as const

/** Statuses of an entry in a v2 registry. */
const reserved = 1
const registered = 2

/**
 * Decides between ENSv1 and ENSv2. v2 wins where it holds or last held the name; its entry for a name that is only reserved is
 * padded, so v1 decides on that as long as it has the name.
 *
 * @param now Seconds of the block that was read.
 * @param v1 Seconds; 0 if v1 does not have the name, or its token is retired.
 * @returns `undefined` for a name that was never registered.
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
