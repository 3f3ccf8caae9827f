import { checksumAddress } from '../../crypto/evm-address.ts'
import type { PaymentTerms } from '../../payment/terms.ts'

/** Name of a chain in CAIP-2. */
export function caip2Network(chainId: number) {
  return `eip155:${chainId}` as const
}

/** The terms in the words of x402 version 2: scheme `exact`, by EIP-3009 and no other way of transfer. */
export function paymentRequirements(terms: PaymentTerms) {
  return {
    scheme: 'exact',
    network: caip2Network(terms.chainId),
    amount: String(terms.amount),
    asset: checksumAddress(terms.asset),
    payTo: checksumAddress(terms.payTo),
    maxTimeoutSeconds: terms.offerLifetimeSeconds,
    extra: { name: terms.tokenName, version: terms.tokenVersion, assetTransferMethod: 'eip3009' },
  }
}

/** The kind of payment that challenges of the `Payment` scheme ask for. */
export const chargeMethod = { method: 'evm', intent: 'charge' } as const

/** The terms in the words of MPP: the request of a challenge, to be paid by EIP-3009. */
export function chargeRequest(terms: PaymentTerms) {
  return {
    amount: String(terms.amount),
    currency: checksumAddress(terms.asset),
    recipient: checksumAddress(terms.payTo),
    methodDetails: { chainId: terms.chainId, credentialTypes: ['authorization'], decimals: terms.decimals },
  }
}
