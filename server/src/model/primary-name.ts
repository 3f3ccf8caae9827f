import type { Hex } from 'viem'

/** The name that an address chose on a chain. Whether the name still resolves to the address is not stored. */
export interface PrimaryName {
  readonly id: string
  readonly chainId: number
  readonly address: Hex
  readonly name: string
  readonly node: Hex
  readonly createdAt: number
  readonly updatedAt: number
}
