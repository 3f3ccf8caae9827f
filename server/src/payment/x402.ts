import { checksumAddress } from '../crypto/evm-address.ts'
import type { TransferAuthorization } from './authorization.ts'
import type { PaymentTerms } from './terms.ts'

/** CAIP-2. */
export function caip2Network(chainId: number) {
  return `eip155:${chainId}` as const
}

/** x402 version 2: scheme `exact`, by EIP-3009 only. */
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

/** Both protocols are sent as x402: the transfer is the same. */
export function facilitatorRequest(authorization: TransferAuthorization, terms: PaymentTerms) {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const numbers = { value: String(value), validAfter: String(validAfter), validBefore: String(validBefore) }
  // Lower case, as in the authorization.
  const accepted = { ...paymentRequirements(terms), asset: terms.asset, payTo: terms.payTo }
  const payload = { signature, authorization: { from, to, ...numbers, nonce } }
  return {
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted, payload },
    paymentRequirements: accepted,
  }
}
