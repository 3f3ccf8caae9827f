import type { Hex } from 'viem'

/** The name that an address chose to go by on a chain. Whether the name still leads to the address is not kept here. */
export interface PrimaryName {
  readonly id: string
  readonly chainId: number
  readonly address: Hex
  readonly name: string
  readonly node: Hex
  readonly createdAt: number
  readonly updatedAt: number
}
