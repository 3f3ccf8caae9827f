import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'

/** The name may no longer resolve to the address. */
export interface PrimaryName {
  readonly id: string
  readonly chainId: ChainId
  readonly address: Hex
  readonly name: EnsName
  readonly node: Hex
  readonly createdAt: number
  readonly updatedAt: number
}
