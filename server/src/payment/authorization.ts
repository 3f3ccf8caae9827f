import type { Hex } from 'viem'

/**
 * A signed transfer that any account may submit (EIP-3009, `transferWithAuthorization`), in canonical form. Addresses
 * are 20 bytes, lower-case hex.
 */
export interface TransferAuthorization {
  readonly chainId: number
  /** The token. */
  readonly asset: Hex
  /** The payer. */
  readonly from: Hex
  /** The payee. */
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  /** Unix seconds; valid in later blocks. */
  readonly validAfter: bigint
  /** Unix seconds; valid in earlier blocks. */
  readonly validBefore: bigint
  /** 32 bytes, lower-case hex; unique per payer and token. */
  readonly nonce: Hex
  /** Lower case. A secret: it suffices to make the payment. */
  readonly signature: Hex
}
