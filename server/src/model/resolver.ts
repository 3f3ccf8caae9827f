import type { Hex } from 'viem'
import type { SigningScheme } from '../gateway/digest.ts'

/** A resolver contract for which this service is the gateway. */
export interface Resolver {
  readonly id: string
  readonly chainId: number
  readonly address: Hex
  /** The ENS registry of its chain. */
  readonly registryAddress: Hex
  /** Public RPC URL of its chain for clients. */
  readonly nodeProvider: string
  readonly chainName: string
  readonly environment: string
  readonly signingScheme: SigningScheme
  readonly createdAt: number
  readonly updatedAt: number
}
