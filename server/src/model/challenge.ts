/** A message that this service composed, to be signed and used once. */
export interface Challenge {
  readonly nonce: string
  readonly action: ChallengeAction
  readonly chainId: number
  readonly subname: string
  readonly mapp: string
  /** The whole text, which names its signer. */
  readonly message: string
  readonly createdAt: number
  readonly expiresAt: number
  /** The network address of the requester, which bounds its share of challenges; `null` if unknown. */
  readonly client: string | null
}

/** The operation that a signed challenge allows. */
export type ChallengeAction = 'add-permission' | 'append-field' | 'revoke-permission'
