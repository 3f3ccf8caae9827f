import { type Hex, hashTypedData } from 'viem'
import type { TransferAuthorization } from './authorization.ts'
import type { PaymentTerms } from './terms.ts'

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** EIP-3009, EIP-712. */
export function authorizationDigest(
  authorization: Omit<TransferAuthorization, 'signature'>,
  { tokenName, tokenVersion, chainId, asset }: PaymentTerms,
): Hex {
  return hashTypedData({
    domain: { name: tokenName, version: tokenVersion, chainId, verifyingContract: asset },
    types,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  })
}
