import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName, Label } from '../ens/names.ts'
import type { Records } from '../ens/stored-records.ts'

export interface Subname {
  readonly id: string
  readonly domainId: string
  readonly chainId: ChainId
  readonly name: EnsName
  readonly label: Label
  /** Of a reservation, the future owner. */
  readonly holder: Hex
  /** False for a reservation. */
  readonly isClaimed: boolean
  readonly claimedAt: number | null
  readonly records: Records
  /** Starts at 1; incremented with the records. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** `no-capacity`: the domain is full, lapsed, blocked, deleted, purged or of another workspace. */
export type CreateSubnameOutcome = 'issued' | 'taken' | 'no-capacity'
