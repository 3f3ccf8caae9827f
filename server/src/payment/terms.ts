import type { Hex } from 'viem'

export interface PaymentTerms {
  readonly chainId: number
  /** 20 bytes, lower-case hex. */
  readonly asset: Hex
  /** EIP-712; a wrong domain invalidates every signature. */
  readonly tokenName: string
  readonly tokenVersion: string
  readonly decimals: number
  /** Base units per request. */
  readonly amount: bigint
  /** 20 bytes, lower-case hex. */
  readonly payTo: Hex
  readonly offerLifetimeSeconds: number
}
