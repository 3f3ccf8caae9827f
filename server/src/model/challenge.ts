/** A message that this service composed, to be signed and used once. */
export interface Challenge {
  readonly nonce: string
  readonly action: ChallengeAction
  readonly chainId: number
  readonly subname: string
  readonly mapp: string
  /** The whole text, which says who is to sign it. */
  readonly message: string
  readonly createdAt: number
  readonly expiresAt: number
  /** The network address that requested it, so that none takes the place of others; `null` when it is not known. */
  readonly client: string | null
}

/** What a signed challenge allows. */
export type ChallengeAction = 'add-permission' | 'append-field' | 'revoke-permission'
