import type { Hex } from 'viem'
import type { Records } from '../ens/records.ts'

/** An issued name: `name` is `label`.domain. */
export interface Subname {
  readonly id: string
  readonly domainId: string
  readonly chainId: number
  readonly name: string
  readonly label: string
  readonly node: Hex
  /** The address it belongs to; of a reservation, the address it is reserved for. */
  readonly holder: Hex
  /** False for a reservation. */
  readonly isClaimed: boolean
  readonly claimedAt: number | null
  readonly records: Records
  /** Starts at 1 and grows by one with every change of the records. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** Outcome of issuing a subname; `no place`: its domain is full, lapsed, blocked, deleted, purged or of another workspace. */
export type CreateSubnameOutcome = 'issued' | 'taken' | 'no-capacity'
