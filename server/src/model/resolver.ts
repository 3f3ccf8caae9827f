import type { Hex } from 'viem'
import type { SigningScheme } from '../gateway/digest.ts'

/** A resolver contract whose questions the gateway answers. */
export interface Resolver {
  readonly id: string
  readonly chainId: number
  readonly address: Hex
  /** The ENS registry of its chain. */
  readonly registryAddress: Hex
  /** RPC URL that clients are told to use for its chain. */
  readonly nodeProvider: string
  readonly chainName: string
  readonly environment: string
  readonly signingScheme: SigningScheme
  readonly createdAt: number
  readonly updatedAt: number
}
