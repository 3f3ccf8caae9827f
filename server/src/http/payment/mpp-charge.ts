import { checksumAddress } from '../../crypto/evm-address.ts'
import type { PaymentTerms } from '../../payment/terms.ts'

export const chargeMethod = { method: 'evm', intent: 'charge' } as const

/** To be paid by EIP-3009. */
export function chargeRequest(terms: PaymentTerms) {
  return {
    amount: String(terms.amount),
    currency: checksumAddress(terms.asset),
    recipient: checksumAddress(terms.payTo),
    methodDetails: { chainId: terms.chainId, credentialTypes: ['authorization'], decimals: terms.decimals },
  }
}
