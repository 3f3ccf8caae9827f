import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'

export interface Challenge {
  readonly nonce: string
  readonly action: ChallengeAction
  readonly chainId: ChainId
  readonly subname: EnsName
  readonly mapp: EnsName
  /** Includes the signer. */
  readonly message: string
  readonly createdAt: number
  readonly expiresAt: number
  /** Network address, for a fair share; `null` if unknown. */
  readonly client: string | null
}

export type ChallengeAction = 'add-permission' | 'append-field' | 'revoke-permission'

export interface ConsumedMessage {
  /** Lower case. */
  readonly address: Hex
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}
