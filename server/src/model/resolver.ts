import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { SigningScheme } from '../gateway/digest.ts'

/** A resolver contract served by this gateway. */
export interface Resolver {
  readonly id: string
  readonly chainId: ChainId
  readonly address: Hex
  readonly registryAddress: Hex
  /** Public, for clients. */
  readonly nodeProvider: string
  readonly chainName: string
  readonly environment: string
  readonly signingScheme: SigningScheme
  /** Of our signers, those that the contract is known to trust: lower-case addresses, separated by blanks. */
  readonly trustedSigners: string
  /** Trees of seals of the contract, as `formatSealTrees` gives them; empty: none. */
  readonly sealTrees: string
  /** Whether its storage has ever had a seal, as far as this service has read. */
  readonly hasSeals: boolean
  readonly createdAt: number
  readonly updatedAt: number
}
