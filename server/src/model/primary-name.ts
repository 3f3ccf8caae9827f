import type { Hex } from 'viem'

/** The name may no longer resolve to the address. */
export interface PrimaryName {
  readonly id: string
  readonly chainId: number
  readonly address: Hex
  readonly name: string
  readonly node: Hex
  readonly createdAt: number
  readonly updatedAt: number
}
