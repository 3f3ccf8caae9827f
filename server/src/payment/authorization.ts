import type { Hex } from 'viem'

/**
 * A transfer of tokens that its payer has signed and any account may send (EIP-3009, `transferWithAuthorization`). Every
 * part is in canonical form, so that equal authorizations are equal texts.
 */
export interface TransferAuthorization {
  readonly chainId: number
  /** The token: 20 bytes, lower-case hex. */
  readonly asset: Hex
  /** The payer: 20 bytes, lower-case hex. */
  readonly from: Hex
  /** The payee: 20 bytes, lower-case hex. */
  readonly to: Hex
  /** Base units of the token. */
  readonly value: bigint
  /** Seconds since 1970; valid in blocks later than this. */
  readonly validAfter: bigint
  /** Seconds since 1970; valid in blocks earlier than this. */
  readonly validBefore: bigint
  /** 32 bytes, lower-case hex; a payer can use one once for a token. */
  readonly nonce: Hex
  /** As received, in lower case. With it any account can make the payment, so it is a secret. */
  readonly signature: Hex
}
