export interface Challenge {
  readonly nonce: string
  readonly action: ChallengeAction
  readonly chainId: number
  readonly subname: string
  readonly mapp: string
  /** Includes the signer. */
  readonly message: string
  readonly createdAt: number
  readonly expiresAt: number
  /** Network address, for a fair share; `null` if unknown. */
  readonly client: string | null
}

export type ChallengeAction = 'add-permission' | 'append-field' | 'revoke-permission'
