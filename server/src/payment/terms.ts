import type { Hex } from 'viem'

/** The price of a request, and how it is paid. */
export interface PaymentTerms {
  readonly chainId: number
  /** The token: 20 bytes, lower-case hex. */
  readonly asset: Hex
  /** The token's EIP-712 domain; with a wrong one, every signature is invalid. */
  readonly tokenName: string
  readonly tokenVersion: string
  readonly decimals: number
  /** Base units of the token, for one request. */
  readonly amount: bigint
  /** The payee: 20 bytes, lower-case hex. */
  readonly payTo: Hex
  /** Seconds for which an offer is valid. */
  readonly offerLifetimeSeconds: number
}
